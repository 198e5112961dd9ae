import type { Page } from '@playwright/test';

/** Counts how often a pointer is pressed on a page from now on, across its documents. @returns the count so far */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeBinding('countPress', () => {
    presses += 1;
  });
  await page.addInitScript(() => {
    window.addEventListener('pointerdown', () => Reflect.get(window, 'countPress')(), { capture: true });
  });
  return () => presses;
}
