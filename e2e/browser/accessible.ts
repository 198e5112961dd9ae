import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { overflow } from './dashboard.ts';

/** WCAG 2.2 AA, in the words of axe: https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#axe-core-tags */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Looks at what a page shows, in both themes and at two widths: axe finds nothing, and nothing scrolls sideways. */
export async function expectNoFault(page: Page, screen: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      // Without motion: a colour in the middle of its change would count as the wrong one.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      expect.soft(found, `${screen}, ${colorScheme}, ${width} px`).toEqual([]);
    }
    expect.soft(await overflow(page), `${screen}: pixels wider than its window of ${width}`).toBeLessThanOrEqual(0);
  }
}
