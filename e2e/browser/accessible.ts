import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 AA, in the words of axe: https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#axe-core-tags */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Looks at what a page shows, in both themes and at each width: axe finds nothing, and nothing scrolls sideways. */
export async function expectNoFault(page: Page, screen: string, widths = [390, 1440]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      // Without motion: a colour in the middle of its change would count as the wrong one.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Without what lies in a frame of another origin: axe does not see the page behind it, and the card form is not ours.
      const { violations } = await new AxeBuilder({ page }).withTags(WCAG).setLegacyMode().analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      expect.soft(found, `${screen}, ${colorScheme}, ${width} px`).toEqual([]);
    }
    expect.soft(await overflow(page), `${screen}: pixels wider than its window of ${width}`).toBeLessThanOrEqual(0);
  }
}

/** Pixels that the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
