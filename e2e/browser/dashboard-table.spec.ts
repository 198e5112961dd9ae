import type { Page } from '@playwright/test';
import { overflow } from './accessible.ts';
import { addProduct, adminCall, badGateway, becomeAdmin } from './dashboard.ts';
import { expect, test } from './test.ts';

/** What every table of the dashboard can do, tried on that of the products, which the demo catalogue fills. */

const rows = (page: Page) => page.locator('tbody tr');
const titles = (page: Page) => rows(page).locator('td:nth-child(3) a').allTextContents();
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

async function openProducts(page: Page, query = ''): Promise<void> {
  await becomeAdmin(page);
  await page.goto(`/dashboard/products${query}`);
  await expect(rows(page).first().getByRole('link', { name: /^Edit/ })).toBeVisible();
}

test('a heading sorts, then turns round, then leaves the usual order; the back button undoes it', async ({ page }) => {
  await openProducts(page, '?search=phone');
  const usual = await titles(page);
  const price = heading(page, 'Price').getByRole('button');
  await expect(heading(page, 'Price')).not.toHaveAttribute('aria-sort');

  await price.click();
  await expect(page).toHaveURL(/sort=price&direction=asc/);
  await expect(heading(page, 'Price')).toHaveAttribute('aria-sort', 'ascending');
  const { products } = await adminCall(page, 'GET', '/admin/product?search=phone&sort=price&direction=asc&page=1');
  const ascending = products.map(({ title }: { title: string }) => title);
  await expect.poll(() => titles(page)).toEqual(ascending);

  await price.press('Enter');
  await expect(heading(page, 'Price')).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/direction=desc/);
  await price.press('Enter');
  await expect(heading(page, 'Price')).not.toHaveAttribute('aria-sort');
  await expect(page).toHaveURL('/dashboard/products?search=phone');
  await expect.poll(() => titles(page)).toEqual(usual);

  await page.goBack();
  await expect(heading(page, 'Price')).toHaveAttribute('aria-sort', 'descending');
  await page.goBack();
  await expect.poll(() => titles(page)).toEqual(ascending);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(ascending);
});

test('searches while one types, in one entry of the history, and takes over what the back button asks', async ({
  page,
}) => {
  await openProducts(page);
  const search = page.getByRole('searchbox', { name: 'Search products' });
  await search.pressSequentially('lumen 14');
  await expect(page).toHaveURL(/search=lumen\+14/);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('1 product', { exact: true })).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL('/dashboard/products');
  await expect(search).toHaveValue('');
  // How many these are other tests may change meanwhile.
  await expect(page.getByText(/^[\d,]+ products$/)).toBeVisible();
  await page.goForward();
  await expect(search).toHaveValue('lumen 14');
  await expect(rows(page)).toHaveCount(1);
});

test('a search that finds nothing says so and leads back to everything', async ({ page }) => {
  await openProducts(page);
  await page.getByRole('searchbox').fill('no such thing');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByText('No products match')).toBeVisible();
  await expect(page.getByRole('table')).toBeHidden();
  await page.getByRole('button', { name: 'Show all products' }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page).toHaveURL('/dashboard/products');
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('turns pages, goes on counting, and keeps the page in the address', async ({ page }) => {
  // The dearest first: what other tests add is cheap, and moves none of these.
  await openProducts(page, '?sort=price&direction=desc&pageSize=10');
  await expect(rows(page)).toHaveCount(10);
  const first = await titles(page);
  const pages = page.getByRole('navigation', { name: 'Pagination' });
  await expect(page.getByText(/^1–10 of /)).toBeVisible();
  await pages.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^11–20 of /)).toBeVisible();
  await expect(rows(page).first().locator('td').first()).toHaveText('11');
  await expect(page.getByRole('region', { name: 'Products' })).toBeFocused();
  expect(await titles(page)).not.toEqual(first);

  await heading(page, 'Title').getByRole('button').click();
  await expect(page).not.toHaveURL(/page=/);
  await page.goBack();
  await expect(page.getByText(/^11–20 of /)).toBeVisible();
  await page.getByLabel('Rows per page').selectOption('50');
  await expect(page).toHaveURL(/pageSize=50/);
  await expect(page.getByText(/^1–50 of /)).toBeVisible();
  await expect.poll(async () => (await titles(page)).slice(0, 10)).toEqual(first);
});

test('a page past the last one becomes the last one; what can’t be meant is left aside', async ({ page }) => {
  await openProducts(page, '?page=9999&pageSize=7&sort=nonsense&direction=up');
  await expect(page).toHaveURL(/[?&]page=\d{1,3}$/);
  await expect(rows(page).first()).toBeVisible();
});

test('an answer to an older question never replaces a newer one', async ({ page }) => {
  await openProducts(page);
  let answerLate = () => {};
  const held = new Promise<void>((resolve) => {
    answerLate = resolve;
  });
  await page.route(/admin\/product\?.*search=laptop/, async (route) => {
    await held;
    await route.continue();
  });
  const search = page.getByRole('searchbox');
  const asked = page.waitForRequest(/search=laptop/);
  await search.fill('laptop');
  await asked;
  await search.fill('lumen 14');
  await expect(rows(page)).toHaveCount(1);
  const late = page.waitForResponse(/search=laptop/);
  answerLate();
  await (await late).finished();
  await expect(search).toHaveValue('lumen 14');
  await expect(rows(page)).toHaveCount(1);
});

test('a load that fails says why in place and in a toast, and can be tried again', async ({ page }) => {
  await becomeAdmin(page);
  await page.route(/admin\/product\?/, badGateway);
  await page.goto('/dashboard/products');
  await expect(page.getByRole('main').getByText('Request failed. Please try again.')).toBeVisible();
  await expect(page.locator('.Toastify__toast')).toHaveText('Request failed. Please try again.');
  await page.unroute(/admin\/product\?/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('rows stay when a look at them in the background fails, and are looked at again', async ({ page }) => {
  const { id, title } = await addProduct(page);
  const { product } = await adminCall(page, 'GET', `/admin/product/${id}`);
  let looks = 0;
  let imageState = 'processing';
  await page.route(/admin\/product\?/, (route) => {
    looks += 1;
    if (looks === 2) return badGateway(route);
    return route.fulfill({ json: { status: 'success', products: [{ ...product, imageState }], total: 1 } });
  });
  await page.goto('/dashboard/products');
  await expect(rows(page)).toContainText([title]);
  await expect(page.locator('.Toastify__toast')).toHaveText('Request failed. Please try again.');
  await expect(rows(page)).toContainText(['Picture being prepared']);
  imageState = 'failed';
  await expect(rows(page)).toContainText(['Picture failed']);
});

test('categories to narrow by that could not be loaded can be loaded again', async ({ page }) => {
  await becomeAdmin(page);
  await page.route('**/api/v1/admin/category?summary=true', badGateway);
  await page.goto('/dashboard/products');
  const category = page.getByRole('combobox', { name: 'Category' });
  await expect(category.getByRole('option')).toHaveText(['All categories', 'The categories could not be loaded']);
  await page.unroute('**/api/v1/admin/category?summary=true');
  await page.getByRole('button', { name: 'Load the categories again' }).click();
  await expect(page.getByRole('button', { name: 'Load the categories again' })).toBeHidden();
  await category.selectOption('Laptops');
  await expect(page).toHaveURL(/categoryId=/);
});

test('what loads keeps its place: nothing on the page moves', async ({ page }) => {
  await becomeAdmin(page);
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { moved: Reflect.get(window, 'moved') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route(/admin\/product\?/, async (route) => {
    await page.getByRole('table').waitFor();
    await route.continue();
  });
  await page.goto('/dashboard/products');
  await expect(rows(page).first().getByRole('link', { name: /^Edit/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toBeLessThan(0.02);
});

test('on a phone each row is a card, sorted by a select', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openProducts(page);
  await expect(rows(page).first().getByText('Price')).toBeHidden();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByLabel('Sort by').selectOption('Price, descending');
  await expect(page).toHaveURL(/sort=price&direction=desc/);
  const { products } = await adminCall(page, 'GET', '/admin/product?sort=price&direction=desc&page=1');
  await expect.poll(async () => (await titles(page))[0]).toBe(products[0].title);
  await page.getByLabel('Sort by').selectOption('Usual order');
  await expect(page).toHaveURL('/dashboard/products');
});
