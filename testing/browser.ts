import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const FULL_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** In order of preference: the headless shell takes half the time. */
const BROWSERS = ['chromium-headless-shell', ...FULL_BROWSERS];

/**
 * Finds an installed Chromium, or the one that Playwright downloaded.
 * @param isFull leaves out the headless shell, which has no back/forward cache
 * @returns null if there is none
 */
export function findBrowser({ isFull = false } = {}): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const installed = folders
    .flatMap((folder) => (isFull ? FULL_BROWSERS : BROWSERS).map((name) => join(folder, name)))
    .find((file) => existsSync(file));
  if (installed !== undefined) return installed;
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/** Launch options: no background traffic, and no sandbox as root. */
export function browserOptions(options?: { isFull: boolean }) {
  const executablePath = findBrowser(options);
  if (executablePath === null) throw new Error('No Chromium found: run `make browser`');
  const quiet = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const isRoot = process.getuid?.() === 0;
  return { executablePath, args: [...quiet, '--no-first-run', ...(isRoot ? ['--no-sandbox'] : [])] };
}
