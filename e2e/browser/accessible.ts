import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** axe's tags for WCAG 2.2 AA: https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#axe-core-tags */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Expects no axe violation and no horizontal scrolling, in both themes and at each width. */
export async function expectAccessible(page: Page, screen: string, widths = [390, 1440]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      // Without motion: axe would measure the contrast of a color in transition.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Legacy mode skips frames of other origins: the provider's card form is not ours.
      const { violations } = await new AxeBuilder({ page }).withTags(WCAG).setLegacyMode().analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      expect.soft(found, `${screen}, ${colorScheme}, ${width} px`).toEqual([]);
    }
    expect.soft(await overflow(page), `${screen}: pixels wider than its window of ${width}`).toBeLessThanOrEqual(0);
  }
}

/** Pixels by which the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
