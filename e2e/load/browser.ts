import { chromium, type Page } from '@playwright/test';
import { browserOptions } from '../../testing/browser.ts';
import type { BenchShop } from './bench-shop.ts';
import { printLimits } from './table.ts';

/** How much slower than this machine the CPU of the measured page is. */
const CPU_SLOWDOWN = 4;
/** Milliseconds from a keystroke until its result is painted, without the response time; the median. */
const KEYSTROKE_MAX = 100;
/** Kilobytes that `/` downloads, without pictures. */
const FIRST_VISIT_MAX = 150;

/** Milliseconds from each keystroke until its result is painted, and those of them spent waiting for the response. */
type Keystroke = { total: number; network: number };

/** Searches of products that exist. */
const TYPED = ['keyboard', 'wireless', 'camera', '1234'];

/** Measures the home page: its search, key by key, and its downloaded bytes. @returns the missed limits */
export async function benchBrowser({ url }: BenchShop): Promise<string[]> {
  const firstVisit = await withVisitor((page) => measureFirstVisit(page, url));
  const keystrokes = await withVisitor((page) => measureKeystrokes(page, url));
  const own = keystrokes.map(({ total, network }) => total - network).toSorted((one, other) => one - other);
  const share = (fraction: number) => own[Math.min(own.length - 1, Math.floor(fraction * own.length))] ?? 0;
  const network = keystrokes.reduce((sum, keystroke) => sum + keystroke.network, 0) / keystrokes.length;
  return printLimits(`In a browser whose CPU is slowed down ${CPU_SLOWDOWN} times`, [
    {
      what: 'ms from a keystroke to its painted result, without the response time',
      value: share(0.5),
      most: KEYSTROKE_MAX,
    },
    { what: 'the same, of nine in ten', value: share(0.9) },
    { what: 'the same, at worst', value: share(1) },
    { what: 'ms of the response on average', value: network },
    { what: 'kB downloaded for /, without pictures', value: firstVisit, most: FIRST_VISIT_MAX },
  ]);
}

/** A new profile on disk. A private window would load and draw the page's icon again whenever its URL changes. */
async function withVisitor<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const visitor = await chromium.launchPersistentContext('', browserOptions());
  try {
    return await work(await visitor.newPage());
  } finally {
    await visitor.close();
  }
}

async function measureFirstVisit(page: Page, url: string): Promise<number> {
  const network = await page.context().newCDPSession(page);
  const pictures = new Set<string>();
  let bytes = 0;
  network.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Image') pictures.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!pictures.has(requestId)) bytes += encodedDataLength;
  });
  await network.send('Network.enable');
  await page.goto(url, { waitUntil: 'networkidle' });
  return bytes / 1000;
}

async function measureKeystrokes(page: Page, url: string): Promise<Keystroke[]> {
  const cpu = await page.context().newCDPSession(page);
  await cpu.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const field = page.getByRole('main').getByRole('combobox', { name: 'Search products' });
  const keystrokes: Keystroke[] = [];
  for (const text of TYPED) {
    await page.goto(url, { waitUntil: 'networkidle' });
    // As a person does: the focus comes before the first key, and loads the code of the suggestions.
    await field.focus();
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/SearchPopup')),
    );
    for (const [index, key] of [...text].entries()) {
      const painted = await expectPaint(page, text.slice(0, index + 1));
      await page.keyboard.press(key);
      keystrokes.push(await painted());
    }
  }
  return keystrokes;
}

/** Times the next keystroke. @returns resolves when the page has painted the products that `search` finds */
async function expectPaint(page: Page, search: string): Promise<() => Promise<Keystroke>> {
  const started = await page.evaluateHandle((search) => {
    const find = (start: number) =>
      performance.getEntriesByType('resource').findLast(({ name, startTime }) => {
        const { pathname, searchParams } = new URL(name);
        return startTime >= start && pathname.endsWith('/products') && searchParams.get('search') === search;
      });
    const painted = new Promise<Keystroke>((resolve) => {
      const onKey = ({ timeStamp: start }: Event) => {
        const onFrame = () => {
          const response = find(start);
          const list = document.querySelector('section[aria-label="Products"]');
          if (response === undefined || list?.getAttribute('aria-busy') !== 'false') {
            requestAnimationFrame(onFrame);
            return;
          }
          // The message arrives after the frame is painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve({ total: performance.now() - start, network: response.duration });
          port2.postMessage(null);
        };
        requestAnimationFrame(onFrame);
      };
      document.addEventListener('keydown', onKey, { capture: true, once: true });
    });
    return { painted };
  }, search);
  return () => started.evaluate(({ painted }) => painted);
}
