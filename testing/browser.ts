import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Best first: the one without windows needs half of the time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A Chromium of this machine, else the one that Playwright has downloaded, else null. */
export function findBrowser(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const installed = folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
  if (installed !== undefined) return installed;
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/** What a browser needs to start as root and to leave the network alone. */
export function browserOptions() {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('There is no Chromium here: run `make browser`');
  const quiet = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const isRoot = process.getuid?.() === 0;
  return { executablePath, args: [...quiet, '--no-first-run', ...(isRoot ? ['--no-sandbox'] : [])] };
}
