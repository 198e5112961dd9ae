import type { Page } from '@playwright/test';
import type { AdminProductImageView } from '#contract/catalogue/catalogue.ts';
import { localAddress } from '#contract/shop/page-addresses.ts';
import { shopLanguages } from '#messages/languages.ts';
import { hold } from '../../../testing/responses.ts';
import { overflow } from '../accessible.ts';
import { expectShiftsRecorded, recordShifts, shifts } from '../layout-shifts.ts';
import type { Shop } from '../shop.ts';
import { badGateway } from '../steps.ts';
import { expect, installClock, test } from '../test.ts';
import { rows } from './table.ts';

/** The behavior that all tables share, tested on the products. */

test.use({ login: 'admin' });

const titles = (page: Page) => rows(page).getByRole('rowheader').locator('a').allTextContents();
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

/** Adds these products and opens their table. @returns its address */
async function openProducts(page: Page, shop: Shop, products: NewProduct[], query = ''): Promise<string> {
  const address = `/dashboard/products?categoryId=${await shop.importProducts(products)}`;
  await page.goto(`${address}${query}`);
  await expect(rows(page).first().getByRole('link', { name: /^Edit/ })).toBeVisible();
  return address;
}

type NewProduct = { title: string; price: number };

/** Phone 01 at 10€, Phone 02 at 20€ and so on; the last is the newest. */
function phones(count: number): NewProduct[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `Phone ${String(index + 1).padStart(2, '0')}`,
    price: 10 * (index + 1),
  }));
}

const titlesOf = (products: NewProduct[]) => products.map(({ title }) => title);

test('a heading sorts ascending, descending, then by default, and Back undoes each', async ({ page, shop }) => {
  const [first, second, third] = ['Anvil', 'Bolt', 'Clamp'];
  const products = [
    { title: second, price: 30 },
    { title: first, price: 10 },
    { title: third, price: 20 },
  ];
  const address = await openProducts(page, shop, products);
  const defaultOrder = await titles(page);
  const price = heading(page, 'Price').getByRole('button');
  await expect(heading(page, 'Price')).not.toHaveAttribute('aria-sort');

  await price.click();
  await expect(page).toHaveURL(/sort=price&direction=asc/);
  await expect(heading(page, 'Price')).toHaveAttribute('aria-sort', 'ascending');
  const ascending = [first, third, second];
  await expect.poll(() => titles(page)).toEqual(ascending);

  await price.press('Enter');
  await expect(heading(page, 'Price')).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/direction=desc/);
  await price.press('Enter');
  await expect(heading(page, 'Price')).not.toHaveAttribute('aria-sort');
  await expect(page).toHaveURL(address);
  await expect.poll(() => titles(page)).toEqual(defaultOrder);

  await page.goBack();
  await expect(heading(page, 'Price')).toHaveAttribute('aria-sort', 'descending');
  await page.goBack();
  await expect.poll(() => titles(page)).toEqual(ascending);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(ascending);
});

test('searches while typing, adds one history entry, and follows Back', async ({ page, shop }) => {
  const address = await openProducts(page, shop, phones(3));
  const search = page.getByRole('searchbox', { name: 'Search products' });
  await search.pressSequentially('phone 02');
  await expect(page).toHaveURL(/search=phone\+02/);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('1 product', { exact: true })).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(search).toHaveValue('');
  await expect(page.getByText('3 products', { exact: true })).toBeVisible();
  await page.goForward();
  await expect(search).toHaveValue('phone 02');
  await expect(rows(page)).toHaveCount(1);
});

test('a search without results says so and can be cleared', async ({ page, shop }) => {
  await openProducts(page, shop, phones(3));
  await page.getByRole('searchbox').fill('no such thing');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByText('No products match')).toBeVisible();
  await expect(page.getByRole('table')).toBeHidden();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page).toHaveURL('/dashboard/products');
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('pages continue the numbering and stay in the URL', async ({ page, shop }) => {
  const products = phones(21);
  const priciest = titlesOf(products.toReversed());
  await openProducts(page, shop, products, '&sort=price&direction=desc&pageSize=10');
  await expect(rows(page)).toHaveCount(10);
  expect(await titles(page)).toEqual(priciest.slice(0, 10));
  const pages = page.getByRole('navigation', { name: 'Pagination' });
  await expect(page.getByText('1–10 of 21')).toBeVisible();
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText('11–20 of 21')).toBeVisible();
  await expect(rows(page).first().locator('td').nth(1)).toHaveText('11');
  await expect(page.getByRole('region', { name: 'Products' })).toBeFocused();
  expect(await titles(page)).toEqual(priciest.slice(10, 20));

  await heading(page, 'Title').getByRole('button').click();
  await expect(page).not.toHaveURL(/page=/);
  await page.goBack();
  await expect(page.getByText('11–20 of 21')).toBeVisible();
  await page.getByLabel('Rows per page').selectOption('50');
  await expect(page).toHaveURL(/pageSize=50/);
  await expect(page.getByText('1–21 of 21')).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(priciest);
});

test('a page past the end becomes the last one, and invalid parameters are ignored', async ({ page, shop }) => {
  const address = await openProducts(page, shop, phones(30), '&page=9999&pageSize=7&sort=nonsense&direction=up');
  await expect(page).toHaveURL(`${address}&page=2`);
  await expect(rows(page)).toHaveCount(5);
});

test('a late response never replaces a newer one', async ({ page, shop }) => {
  await openProducts(page, shop, phones(3));
  const late = await hold(page, /admin\/product\?.*search=phone\+01/);
  const search = page.getByRole('searchbox');
  const requested = page.waitForRequest(/search=phone\+01/);
  await search.fill('phone 01');
  await requested;
  const aborted = page.waitForEvent('requestfailed', (request) => /search=phone\+01/.test(request.url()));
  await search.fill('phone 02');
  await expect(rows(page)).toHaveCount(1);
  await aborted;
  late.release();
  await expect(search).toHaveValue('phone 02');
  await expect.poll(() => titles(page)).toEqual(['Phone 02']);
});

test('a failed load shows why in place and in a toast, and can be retried', async ({ page, shop }) => {
  await shop.addProductOnly();
  await page.route(/admin\/product\?/, badGateway);
  await page.goto('/dashboard/products');
  await expect(page.getByRole('main').getByText('Request failed. Please try again.')).toBeVisible();
  await expect(page.locator('.Toastify__toast')).toHaveText('Request failed. Please try again.');
  await page.unroute(/admin\/product\?/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('rows stay if a background refresh fails, and polling continues', async ({
  page,
  shop,
  product: { _id, title },
}) => {
  const { product } = await shop.callAsAdmin('GET', `/admin/product/${_id}`);
  let polls = 0;
  let imageState = 'processing';
  await page.route(/admin\/product\?/, (route) => {
    polls += 1;
    if (polls === 2) return badGateway(route);
    const images = product.images.map((image: AdminProductImageView) => ({ ...image, imageState }));
    return route.fulfill({ json: { status: 'success', products: [{ ...product, images, imageState }], total: 1 } });
  });
  await installClock(page);
  await page.goto('/dashboard/products');
  await expect(rows(page)).toContainText([title]);
  await expect(page.locator('.Toastify__toast')).toHaveText('Request failed. Please try again.');
  await expect(rows(page)).toContainText(['Picture being prepared']);
  imageState = 'failed';
  await page.clock.fastForward(5000);
  await expect(rows(page)).toContainText(['Picture failed']);
});

test('the category filter can be retried after it failed to load', async ({ page, shop }) => {
  const categoryId = await shop.addCategory();
  await page.route('**/api/v1/admin/category?summary=true', badGateway);
  await page.goto('/dashboard/products');
  const category = page.getByRole('combobox', { name: 'Category' });
  await expect(category.getByRole('option')).toHaveText(['All categories', "Couldn't load categories"]);
  await page.unroute('**/api/v1/admin/category?summary=true');
  await page.getByRole('button', { name: 'Reload categories' }).click();
  await expect(page.getByRole('button', { name: 'Reload categories' })).toBeHidden();
  await category.selectOption(categoryId);
  await expect(page).toHaveURL(`/dashboard/products?categoryId=${categoryId}`);
});

test('loading rows shifts nothing on the page', async ({ page, product: { categoryId } }) => {
  await recordShifts(page);
  const response = await hold(page, /admin\/product\?/);
  await page.goto(`/dashboard/products?categoryId=${categoryId._id}`);
  await expect(page.getByRole('table')).toBeVisible();
  await response.caught;
  response.release();
  await expect(rows(page).first().getByRole('link', { name: /^Edit/ })).toBeVisible();
  await expect(rows(page).first().locator('img')).toHaveJSProperty('complete', true);
  // Columns adjust to their rows by a few pixels, a score of about 0.0001; rows that move score 0.1 or more.
  const scores = (await shifts(page)).map(Number.parseFloat);
  expect(scores.reduce((sum, score) => sum + score, 0)).toBeLessThan(0.01);
  await expectShiftsRecorded(page);
});

test('on a phone each row is a card, sorted by a select', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const products = phones(3);
  const address = await openProducts(page, shop, products);
  await expect(rows(page).first().getByText('Price')).toBeHidden();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByLabel('Sort by').selectOption('Price, descending');
  await expect(page).toHaveURL(/sort=price&direction=desc/);
  await expect.poll(() => titles(page)).toEqual(titlesOf(products.toReversed()));
  await page.getByLabel('Sort by').selectOption('Default order');
  await expect(page).toHaveURL(address);
});

test.describe('in each language', () => {
  test.use({ languages: [...shopLanguages] });

  // The words of actions differ in length.
  test('Delete is in view at every width', async ({ page, shop, product }) => {
    await shop.addComment(product._id, 'A comment of some length, as people write them about a product', {
      author: await shop.newAccount(),
    });
    await shop.addProductOnly({ price: 12_345.67, stock: 0, isPublished: false });
    for (const language of shopLanguages) {
      for (const table of ['comments', 'products', 'users', 'categories']) {
        const path = localAddress(`/dashboard/${table}`, language);
        await page.goto(path);
        await rows(page).first().waitFor();
        for (const width of [390, 768, 820, 961, 1024, 1100, 1280, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          const table = page.getByRole('table').locator('..');
          // The rows of a new size are laid out with its next frame.
          const hidden = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
          await expect.poll(hidden, `pixels of the table of ${path} that are out of view at ${width} px`).toBe(0);
        }
      }
    }
  });
});
