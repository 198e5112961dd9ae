import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'client',
          include: ['frontend/**/*.test.{ts,tsx}'],
          setupFiles: ['frontend/storage.fixture.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['backend/**/*.test.ts', 'workers/**/*.test.ts', '{e2e/failure,testing}/**/*.test.ts'],
          globalSetup: ['testing/postgres.ts'],
        },
      },
    ],
    // Tests that kill processes mostly wait, so four files keep two cores busy.
    maxWorkers: 4,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
