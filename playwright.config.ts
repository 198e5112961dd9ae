import { defineConfig } from '@playwright/test';
import { browserOptions } from './testing/browser.ts';

export default defineConfig({
  testDir: 'e2e/browser',
  outputDir: 'test-results',
  globalSetup: './e2e/browser/postgres.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    launchOptions: browserOptions(),
    locale: 'en-US',
    // A trace takes a third of the time: `playwright test --trace on header` makes one where it is wanted.
    screenshot: 'only-on-failure',
  },
});
