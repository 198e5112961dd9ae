import { respondWith } from '../../../testing/responses.ts';
import { cards, cartItem, cartLink, madeUpProduct, serveProducts } from '../steps.ts';
import { store, storeCart, stored } from '../storage.ts';
import { expect, test } from '../test.ts';

const product = madeUpProduct({ price: 1234.5 });

/** How 1,234.50€ is shown on a card and in the cart. */
const amounts = {
  EUR: ['1,235€', '1,234.50€'],
  USD: ['$1,346', '$1,345.61'],
  RSD: ['144,437дин', '144,436.50дин'],
} as const;

test('the currency is EUR by default, and a choice is stored and restored', async ({ page }) => {
  await serveProducts(page, [product]);
  await page.goto('/');
  const select = page.getByLabel('Currency');
  await expect(select).toHaveValue('EUR');
  await expect(select.getByRole('option')).toHaveText([/^EUR/, /^USD/, /^RSD/]);
  expect(await stored(page, 'currency')).toBeNull();
  await select.selectOption('RSD');
  expect(await stored(page, 'currency')).toBe('RSD');
  await page.reload();
  await expect(select).toHaveValue('RSD');
  await expect(page.getByText('144,437дин', { exact: true })).toBeVisible();
});

test('an unknown stored currency falls back to EUR', async ({ page }) => {
  await serveProducts(page, [product]);
  await store(page, 'currency', 'GBP');
  await page.goto('/');
  await expect(page.getByLabel('Currency')).toHaveValue('EUR');
  await expect(page.getByText('1,235€', { exact: true })).toBeVisible();
});

for (const [code, [onCard, inCart]] of Object.entries(amounts)) {
  test(`${code} prices use its rate and symbol, with no decimals on cards and two in the cart`, async ({ page }) => {
    await serveProducts(page, [product]);
    await respondWith(page, `/products/single/${product._id}`, 200, { status: 'success', product });
    await store(page, 'currency', code);
    await storeCart(page, [cartItem(product, { count: 1 })]);
    await page.goto('/');
    await expect(page.getByText(onCard, { exact: true })).toBeVisible();
    await page.getByRole('link', { name: /^Cart/ }).hover();
    await expect(page.getByRole('region', { name: 'Cart' })).toContainText(`${inCart} × 1`);
    await page.getByRole('link', { name: 'Checkout' }).click();
    const line = page.getByRole('list', { name: 'Products in your cart' }).getByRole('listitem');
    await expect(line).toContainText(`${inCart} each`);
    await expect(line).toContainText(`Subtotal ${inCart}`);
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText(`Total${inCart}`);
    await page.goBack();
    await cards(page).click();
    await expect(page.getByRole('article').getByText(inCart, { exact: true })).toBeVisible();
  });
}

test('the price slider shows the chosen currency', async ({ page }) => {
  await serveProducts(page, [product]);
  await page.goto('/');
  await page.getByRole('slider').fill('100');
  await page.getByLabel('Currency').selectOption('USD');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', '$109');
});

test('an address sets the currency for the visit, and leaves the stored choice', async ({ page, product }) => {
  await store(page, 'currency', 'RSD');
  await page.goto(`/product/${product._id}?currency=USD`);
  const select = page.getByLabel('Currency');
  await expect(select).toHaveValue('USD');
  await expect(page.getByRole('article').getByText(/^\$/).first()).toBeVisible();
  // Through the shop, and when the tab is loaded again.
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await expect(select).toHaveValue('USD');
  await page.goto('/');
  await expect(select).toHaveValue('USD');
  expect(await stored(page, 'currency')).toBe('RSD');
  await page.goto(`/product/${product._id}?currency=GBP`);
  await expect(select).toHaveValue('USD');
  await select.selectOption('EUR');
  expect(await stored(page, 'currency')).toBe('EUR');
  await page.goto('/');
  await expect(select).toHaveValue('EUR');
});

test('a currency that is chosen after the one of an address stays when the page is loaded again', async ({
  page,
  product,
}) => {
  await page.goto(`/product/${product._id}?from=feed&currency=USD`);
  const select = page.getByLabel('Currency');
  await expect(select).toHaveValue('USD');
  await select.selectOption('RSD');
  await expect(page).toHaveURL(`/product/${product._id}?from=feed`);
  await page.reload();
  await expect(select).toHaveValue('RSD');
});

test('a currency that is chosen on a later page stays when the page of the address is loaded again', async ({
  page,
  product,
}) => {
  await page.goto(`/product/${product._id}?currency=USD`);
  const select = page.getByLabel('Currency');
  await expect(select).toHaveValue('USD');
  await cartLink(page).click();
  await expect(page).toHaveURL('/order');
  await select.selectOption('RSD');
  await page.goBack();
  await expect(page).toHaveURL(`/product/${product._id}`);
  await page.reload();
  await expect(select).toHaveValue('RSD');
});

test('a new visitor keeps the page that the server has rendered in the currency of its address', async ({
  page,
  product,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.querySelector('article h1')?.setAttribute('data-rendered', '');
    });
  });
  await page.goto(`/product/${product._id}?currency=RSD`);
  await expect(page.getByLabel('Currency')).toHaveValue('RSD');
  await expect(page.locator('article h1')).toHaveAttribute('data-rendered', '');
  expect(errors).toEqual([]);
});
