import { defineConfig } from 'vitest/config';

const server = {
  globalSetup: ['testing/servers/postgres.ts'],
  setupFiles: ['testing/shop/each-file.ts'],
};

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'client',
          include: ['frontend/**/*.test.{ts,tsx}'],
          setupFiles: ['frontend/browser/storage.fixture.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          include: ['{messages,backend,workers,e2e/{failure,fuzz},testing}/**/*.test.ts'],
          exclude: ['**/*.mocked.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'mocked modules',
          include: ['{backend,e2e/failure}/**/*.mocked.test.ts'],
          isolate: true,
        },
      },
    ],
    // Sharing the modules of a process saves a quarter of the run.
    isolate: false,
    // Tests that kill processes mostly wait, so four files keep two cores busy.
    maxWorkers: 4,
    // Only for tests that hang, even on a slow machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
