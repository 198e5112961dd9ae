import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { closeServer, listen } from '../../backend/core/http/listen.ts';
import { hold, holdCall } from '../../testing/responses.ts';
import { expectShiftsRecorded, recordShifts, shifts } from './layout-shifts.ts';
import { type Shop, shortId } from './shop.ts';
import { cards, cartItem } from './steps.ts';
import { storeCart } from './storage.ts';
import { expect, test } from './test.ts';

async function waitForPictures(page: Page): Promise<void> {
  const pictures = page.getByRole('main').locator('img');
  await expect
    .poll(() =>
      pictures.evaluateAll((all: HTMLImageElement[]) =>
        all.every((image) => image.complete || image.loading === 'lazy'),
      ),
    )
    .toBe(true);
}

type Screen = {
  address: (page: Page, shop: Shop) => Promise<string>;
  /** Waits until the screen shows the result of every call. */
  expectComplete: (page: Page) => Promise<unknown>;
};

const screens: Record<string, Screen> = {
  'the catalogue': {
    address: async (_page, shop) => {
      const { title, categoryId } = await shop.addProduct();
      await shop.addProduct({ title: `${title} Pro`, categoryId: categoryId._id });
      return `/?search=${encodeURIComponent(title)}`;
    },
    expectComplete: (page) => expect(cards(page)).toHaveCount(2),
  },
  'a product': {
    address: async (_page, shop) => {
      const post = { code: `post-${shortId()}`, name: 'Post', price: 4.9, freeFrom: 100, minDays: 3, maxDays: 5 };
      await shop.callAsAdmin('POST', '/admin/shipping-method', post);
      return `/product/${(await shop.addProduct())._id}`;
    },
    expectComplete: async (page) => {
      await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
      await expect(page.getByLabel('Write a comment')).toBeVisible();
      const comments = page.getByRole('region', { name: 'Comments' });
      await expect(comments.getByRole('list').or(comments.getByText('No comments yet.'))).toBeVisible();
    },
  },
  'the cart': {
    address: async (page, shop) => {
      await storeCart(page, [cartItem(await shop.addProduct()), cartItem(await shop.addProduct())]);
      return '/order';
    },
    expectComplete: (page) => expect(page.getByRole('region', { name: 'Summary' })).toContainText(/delivery/i),
  },
  'a page that is not found': {
    address: async () => '/no/such/page',
    expectComplete: (page) => expect(page.getByRole('main').getByRole('combobox')).toBeVisible(),
  },
  'the empty cart': {
    address: async () => '/order',
    expectComplete: (page) => expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible(),
  },
};

for (const [name, { address, expectComplete }] of Object.entries(screens)) {
  for (const width of [390, 1440]) {
    test(`nothing shifts while ${name} loads at ${width} px, fast or slow`, async ({ page, shop }) => {
      await page.setViewportSize({ width, height: 900 });
      await recordShifts(page);
      const location = await address(page, shop);
      await page.goto(location);
      await expectComplete(page);
      await waitForPictures(page);
      expect(await shifts(page), 'fast').toEqual([]);

      const code = await hold(page, /\/assets\/(?!index-)[^/]+Page-[^/]+\.js$/);
      const pictures = await hold(page, '**/uploads/**');
      const calls = await holdCall(page, '/**');
      await page.goto(location, { waitUntil: 'commit' });
      await expect(page.getByRole('banner')).toBeVisible();
      expect(await shifts(page), 'before its code and its data').toEqual([]);
      code.release();
      await expect(
        page
          .getByRole('status')
          .filter({ hasText: /^Loading$/ })
          .or(page.getByRole('heading', { level: 1 }))
          .first(),
      ).toBeVisible();
      expect(await shifts(page), 'before its data').toEqual([]);
      calls.release();
      await expectComplete(page);
      expect(await shifts(page), 'before its pictures').toEqual([]);
      pictures.release();
      await waitForPictures(page);
      expect(await shifts(page), 'slow').toEqual([]);
      await expectShiftsRecorded(page);
    });
  }
}

test('labels have their size before their style sheet arrives', async ({ page, shop }) => {
  const charger = { isIncluded: false, minWatts: 8, maxWatts: 27, usbPd: true };
  const { categoryId } = await shop.addProduct({ charger });
  const styled = Promise.withResolvers<void>();
  await page.route('**/assets/*.css', async (route) => {
    const response = await route.fetch();
    // That of the drawings.
    if ((await response.text()).includes('text-anchor')) await styled.promise;
    await route.fulfill({ response });
  });
  await recordShifts(page);
  await page.goto(`/category/${categoryId.slug}`, { waitUntil: 'commit' });
  const power = page.getByRole('img', { name: /^Needs a charger/ });
  await expect(power).toBeVisible();
  const size = await power.boundingBox();
  styled.resolve();
  await expect(power).toHaveCSS('text-anchor', 'middle');
  expect([await power.boundingBox(), await shifts(page)]).toEqual([size, []]);
});

test('a page is painted once all of its HTML has arrived', async ({ page, shop }) => {
  const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>();
  const slowShop = createServer(async (request, response) => {
    const { status, headers, ...answer } = await fetch(`${shop.url}${request.url}`).then(async (response) => ({
      status: response.status,
      headers: { 'Content-Type': response.headers.get('Content-Type') ?? '' },
      body: Buffer.from(await response.arrayBuffer()),
    }));
    response.writeHead(status, headers);
    if (!headers['Content-Type'].includes('text/html')) return response.end(answer.body);
    // In the middle of the header.
    const cut = answer.body.indexOf('</select>');
    response.write(answer.body.subarray(0, cut));
    await rest;
    response.end(answer.body.subarray(cut));
  });
  const port = await listen(slowShop, 0, '127.0.0.1', 'the slow shop');
  try {
    await recordShifts(page);
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
    const hasHeader = () => page.evaluate(() => document.querySelector('header select') !== null);
    await expect.poll(hasHeader).toBe(true);
    sendRest();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(await shifts(page)).toEqual([]);
    const { painted, arrived } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      arrived: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).responseEnd,
    }));
    expect(painted).toBeGreaterThanOrEqual(arrived);
  } finally {
    await closeServer(slowShop);
  }
});
