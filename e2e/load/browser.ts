import { type Browser, chromium, type Page } from '@playwright/test';
import { browserOptions } from '../../testing/browser.ts';

/** How much slower than this machine the CPU of the measured page is. */
export const CPU_SLOWDOWN = 4;
/** Milliseconds from a keystroke until its result is painted, without the response time. */
export const KEYSTROKE_MAX = 100;
/** Kilobytes that `/` downloads, without pictures. */
export const FIRST_VISIT_MAX = 150;

/** Milliseconds from each keystroke until its result is painted, and those of them spent waiting for the response. */
export type Keystroke = { total: number; network: number };
export type BrowserFigures = { keystrokes: Keystroke[]; firstVisit: number };

/** Searches of products that exist. */
const TYPED = ['keyboard', 'wireless', 'camera', '1234'];

/** Measures the home page in a browser with a slow CPU: its search, key by key, and its downloaded bytes. */
export async function measureBrowser(url: string): Promise<BrowserFigures> {
  const browser = await chromium.launch(browserOptions());
  try {
    const firstVisit = await measureFirstVisit(browser, url);
    const keystrokes = await measureKeystrokes(browser, url);
    return { keystrokes, firstVisit };
  } finally {
    await browser.close();
  }
}

async function measureFirstVisit(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
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
  await page.close();
  return bytes / 1000;
}

async function measureKeystrokes(browser: Browser, url: string): Promise<Keystroke[]> {
  const page = await browser.newPage();
  const cpu = await page.context().newCDPSession(page);
  await cpu.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const field = page.getByRole('main').getByRole('combobox', { name: 'Search products' });
  const keystrokes: Keystroke[] = [];
  for (const text of TYPED) {
    await page.goto(url, { waitUntil: 'networkidle' });
    for (const [index, key] of [...text].entries()) {
      const painted = await expectPaint(page, text.slice(0, index + 1));
      await field.press(key);
      keystrokes.push(await painted());
    }
  }
  await page.close();
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
