import type { Page } from '@playwright/test';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { FIRST_VIEW_ELEMENT } from '#contract/shop/shop-page.ts';
import { shortId } from './shop.ts';
import { cartItem, cartLink } from './steps.ts';
import { store, storeCart } from './storage.ts';
import { expect, test } from './test.ts';

/** Collects the calls for products from now on. */
function callsForProducts(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/v1/products')) calls.push(pathname + search);
  });
  return calls;
}

const embedded = (page: Page) => page.locator(`#${FIRST_VIEW_ELEMENT}`).textContent();

test('a product opens from its HTML without a call, and later with one', async ({ page, product: { _id, title } }) => {
  const calls = callsForProducts(page);
  await page.goto(`/product/${_id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  // Calls of the first view were sent before this one.
  await page.getByRole('region', { name: 'Comments' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('No comments yet.')).toBeVisible();
  expect(calls).toEqual([]);

  await page.getByRole('link', { name: 'Back to products' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect.poll(() => calls).toContain(`/api/v1/products/single/${_id}`);
});

test('a list opens from its HTML without a call, and its other pages with one', async ({ page, shop }) => {
  const name = `Series ${shortId()}`;
  await shop.importProducts(
    Array.from({ length: 12 }, (_, index) => ({ title: `${name} no. ${index}`, price: 1 + index })),
  );
  const calls = callsForProducts(page);
  await page.goto(`/?search=${encodeURIComponent(name)}&sort=asc`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(`${name} no. 0`);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(`${name} no. 9`);
  expect(calls.map((call) => new URLSearchParams(call).get('page'))).toEqual(['2']);
});

test('a category opens from its HTML without a call, as the server described it', async ({ page, product }) => {
  const { categoryName, slug } = product.categoryId;
  const calls = callsForProducts(page);
  await page.goto(`/category/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(categoryName);
  const description = page.locator('meta[name="description"]');
  await expect(description).toHaveAttribute(
    'content',
    `${categoryName} at WebShop. Compare prices, ratings and features.`,
  );
  await page.getByRole('checkbox', { name: 'In stock' }).check();
  await expect(page).toHaveURL(/inStock=true/);
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  expect(calls.filter((call) => !call.includes('inStock=true'))).toEqual([]);
});

test('Back to a page that the browser had cached shows a product as it is now', async ({ page, shop, product }) => {
  await page.goto(`/product/${product._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.title);
  await page.goto('about:blank');
  const { _id: id, categoryId, description, price } = product;
  const title = `${product.title}, renamed`;
  await shop.callAsAdmin('PUT', '/admin/product', {
    id,
    title,
    description,
    price,
    categoryId: categoryId._id,
  });
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  // Control: the HTML is the old one.
  expect(await embedded(page)).not.toContain(title);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a list and its products can be read and opened', async ({ page, product }) => {
    await page.goto(`/category/${product.categoryId.slug}`);
    await page.getByRole('link', { name: 'View Product' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.title);
    await expect(page.getByText('12.50€').first()).toBeVisible();
  });
});

/** Holds back the shop's script. @returns a function that releases it */
async function holdScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Collects errors, such as those of a first render that differs from the server's. */
function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return errors;
}

const openings = {
  'the home page': () => '/',
  'a category': ({ categoryId: { slug } }: ProductView) => `/category/${slug}`,
  'a filtered list': ({ categoryId: { slug } }: ProductView) => `/category/${slug}?search=product&inStock=true&page=3`,
  'a product': ({ _id }: ProductView) => `/product/${_id}`,
};

for (const [name, addressOf] of Object.entries(openings)) {
  test(`the script takes over ${name} as the server rendered it`, async ({ page, product }) => {
    const errors = watchErrors(page);
    const release = await holdScript(page);
    await page.goto(addressOf(product), { waitUntil: 'commit' });
    const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
    release();
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: /^Switch to dark/ }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
    expect(errors).toEqual([]);
  });
}

test('a returning visitor sees what their browser has stored', async ({ page, product }) => {
  const errors = watchErrors(page);
  await store(page, 'currency', 'USD');
  await storeCart(page, [cartItem(product, { count: 3 })]);
  await page.goto(`/category/${product.categoryId.slug}`);
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 3 items');
  await expect(page.getByText('$14').first()).toBeVisible();
  expect(errors).toEqual([]);
});

for (const [visitor, prepare] of [
  ['a new visitor', async () => {}],
  ['a returning visitor', (page: Page) => store(page, 'currency', 'USD')],
] as const) {
  test(`what ${visitor} presses before the script has started happens then`, async ({ page, product }) => {
    await prepare(page);
    const release = await holdScript(page);
    await page.goto(`/product/${product._id}`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    release();
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
  });

  test(`what ${visitor} chooses before the script has started applies then`, async ({ page, product }) => {
    await prepare(page);
    const release = await holdScript(page);
    await page.goto(`/category/${product.categoryId.slug}`, { waitUntil: 'commit' });
    await page.getByLabel('Sort by').selectOption('Low price');
    release();
    await expect(page).toHaveURL(/sort=asc/);
  });
}
