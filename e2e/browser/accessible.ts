import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { smallTargets } from './targets.ts';

/** Minified and in ASCII, which halves its size in the browser: every accessibility test loads it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8').replace(
  /[^\0-\x7f]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

/** axe's tags for WCAG 2.2 AA: https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#axe-core-tags */
const WCAG: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The rules among them whose result depends on the theme. */
const COLORS: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Expects no axe violation in both themes, no horizontal scrolling and no small target, at each width. */
export async function expectAccessible(page: Page, screen: string, widths = [390, 1440]): Promise<void> {
  await loadAxe(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const [colorScheme, rules] of [
      ['light', WCAG],
      ['dark', COLORS],
    ] as const) {
      // Without motion: axe would measure the contrast of a color in transition.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect.soft(await violations(page, rules), `${screen}, ${colorScheme}, ${width} px`).toEqual([]);
    }
    expect.soft(await overflow(page), `${screen}: pixels wider than its window of ${width}`).toBeLessThanOrEqual(0);
    expect.soft(await page.evaluate(smallTargets), `${screen}: targets below 24 px at ${width} px`).toEqual([]);
  }
}

export async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
}

/** The rules that a page with axe violates, each with the HTML of its elements. */
export function violations(page: Page, rules = WCAG): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    const { run }: typeof axe = Reflect.get(window, 'axe');
    // Without frames: the provider's card form is not ours.
    const result = await run({ runOnly, resultTypes: ['violations'], iframes: false });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, rules);
}

/** Pixels by which the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
