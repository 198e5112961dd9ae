import { defineConfig } from '@playwright/test';
import { browserOptions } from './testing/browser.ts';

const { executablePath, args } = browserOptions();

export default defineConfig({
  testDir: 'e2e/browser',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/images/{arg}{ext}',
  globalSetup: './e2e/browser/postgres.ts',
  fullyParallel: true,
  // Tests wait for much, so three keep two cores busy.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  // For a test that walks all screens on a slow machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    launchOptions: {
      executablePath,
      // The pages of a context share a process.
      args: [...args, '--disable-site-isolation-trials', '--renderer-process-limit=1'],
    },
    locale: 'en-US',
    // Animations take a tenth of the run.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces slow tests down by half; record one with `playwright test --trace on header`.
    screenshot: 'only-on-failure',
  },
});
