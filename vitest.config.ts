import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'backend/**/*.test.ts',
      'workers/**/*.test.ts',
      'frontend/**/*.test.{ts,tsx}',
      'e2e/failure/**/*.test.ts',
    ],
    globalSetup: ['e2e/harness/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
