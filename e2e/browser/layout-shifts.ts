import { expect, type Page } from '@playwright/test';

/** A layout shift as the browser reports it: https://web.dev/articles/cls */
type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] };

/** Records every layout shift from the first paint, in a browser that has nothing of the shop yet. */
export async function recordShifts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeName,
        );
        if (!hadRecentInput) shifts.push(`${value}: ${moved.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The shifts so far, after the latest change is painted. */
export async function shifts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return Reflect.get(window, 'shifts') as string[];
  });
}

/** Positive control: pushes the content down and expects a recorded shift. */
export async function expectShiftsRecorded(page: Page): Promise<void> {
  await page.getByRole('main').evaluate((main) => {
    main.style.marginTop = '100px';
  });
  await expect.poll(() => shifts(page)).not.toEqual([]);
}
