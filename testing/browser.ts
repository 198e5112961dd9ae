import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** In order of preference: the headless shell takes half the time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Finds an installed Chromium, or the one that Playwright downloaded. @returns null if there is neither */
export function findBrowser(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const installed = folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
  if (installed !== undefined) return installed;
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/** Launch options: no background traffic, and no sandbox as root. */
export function browserOptions() {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No Chromium found: run `make browser`');
  const quiet = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const isRoot = process.getuid?.() === 0;
  return { executablePath, args: [...quiet, '--no-first-run', ...(isRoot ? ['--no-sandbox'] : [])] };
}
