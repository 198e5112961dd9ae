import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'backend/**/*.test.ts',
      'workers/**/*.test.ts',
      'frontend/**/*.test.{ts,tsx}',
      'e2e/{failure,harness}/**/*.test.ts',
    ],
    // The tests that kill processes mostly wait: two cores are busy with three files at a time.
    maxWorkers: 3,
    globalSetup: ['e2e/harness/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
