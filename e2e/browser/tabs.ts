import { expect, type Locator, type Page } from '@playwright/test';

/** More tab stops than any page has. */
export const STOPS_MAX = 120;

/** Presses Tab or Shift+Tab until the element has the focus, and expects its ring to be visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => document.hasFocus() && document.activeElement === element);
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    await page.keyboard.press(key);
    if (await hasFocus()) {
      expect(await target.evaluate(showsFocus), `the focus ring of ${target}`).toBe('seen');
      return;
    }
  }
  throw new Error(`Tab does not reach ${target}`);
}

/**
 * Whether an element, its label or an ancestor has a focus ring of at least 2 pixels, in view and not covered
 * (WCAG 2.4.7, 2.4.11). Runs in the page.
 */
export function showsFocus(element: Element): string {
  const isRing = (part: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    // The provider's fields have a shadow instead; scripts can't read the style of a slider's thumb.
    return isOutlined || (part === element && (boxShadow !== 'none' || part.matches('input[type=range]')));
  };
  const around = [
    element,
    element.parentElement,
    element.parentElement?.parentElement,
    ...(element.parentElement?.children ?? []),
  ];
  if (!around.some((part) => part && isRing(part))) return `no ring on ${element.outerHTML}`;
  // For a visually hidden input, its container counts.
  const shown = element.classList.contains('visually-hidden') ? (element.parentElement ?? element) : element;
  const box = shown.getBoundingClientRect();
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  if (left >= right || top >= bottom) return `outside of the window: ${element.outerHTML}`;
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return seen && (shown.contains(seen) || seen.contains(shown)) ? 'seen' : `covered: ${element.outerHTML}`;
}
