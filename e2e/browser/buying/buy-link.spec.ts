import type { Page } from '@playwright/test';
import { type BuyItem, buyAddress } from '#contract/catalogue/buy-links.ts';
import type { CurrencyCode } from '#contract/values/money.ts';
import { respondWith } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { cartItem, heading, submitLogin } from '../steps.ts';
import { declineLanguageOffer, storeAccount, storeCart, stored, storePickup } from '../storage.ts';
import { expect, test } from '../test.ts';
import { addCode, codeField, proceed, summary } from './checkout.ts';

const lines = (page: Page) => page.getByRole('list', { name: 'Your selection' }).getByRole('listitem');
const add = (page: Page) => page.getByRole('button', { name: 'Add to Cart' });
const total = (page: Page) => page.getByRole('region', { name: 'Summary' }).locator('dl').last();

async function open(page: Page, items: BuyItem[], currency: CurrencyCode = 'EUR', code = ''): Promise<void> {
  await page.goto(buyAddress(items, currency, code));
  await expect(lines(page)).toHaveCount(items.length);
}

async function storedCounts(page: Page): Promise<Record<string, number>> {
  const items: { _id: string; count: number }[] = JSON.parse((await stored(page, 'cart')) ?? '[]');
  return Object.fromEntries(items.map(({ _id, count }) => [_id, count]));
}

test('shows what a link offers, and adds it to the cart on a click alone', async ({ page, product, shop }) => {
  const other = await shop.addProduct({ price: 5 });
  await open(page, [
    { productId: product._id, count: 2 },
    { productId: other._id, count: 1 },
  ]);
  await expect(lines(page).first()).toContainText(product.title);
  await expect(lines(page).first()).toContainText('× 2');
  await expect(lines(page).first().getByRole('img')).toHaveCount(0);
  await expect(lines(page).first().locator('img')).toBeVisible();
  await expect(total(page)).toHaveText(`Total${(2 * product.price + 5).toFixed(2)}€`);
  expect(await stored(page, 'cart')).toBeNull();

  await add(page).click();
  await expect(page).toHaveURL('/order');
  await expect(heading(page, 'Your cart')).toBeFocused();
  expect(await storedCounts(page)).toEqual({ [product._id]: 2, [other._id]: 1 });

  // Back shows the page again, which adds nothing by itself.
  await page.goBack();
  await expect(lines(page).first()).toContainText('2 in your cart');
  expect(await storedCounts(page)).toEqual({ [product._id]: 2, [other._id]: 1 });
});

test('says what can’t be added, and adds the rest', async ({ page, shop }) => {
  const [scarce, gone, many] = await Promise.all([
    shop.addProduct({ stock: 3, price: 10 }),
    shop.addProduct({ stock: 0 }),
    shop.addProduct({ price: 1 }),
  ]);
  await storeCart(page, [cartItem(many, { count: 48 })]);
  await open(page, [
    { productId: scarce._id, count: 5 },
    { productId: gone._id, count: 1 },
    { productId: many._id, count: 4 },
    { productId: crypto.randomUUID(), count: 1 },
  ]);
  await expect(lines(page).nth(0)).toContainText('Only 3 left');
  await expect(lines(page).nth(0)).toContainText('× 3');
  await expect(lines(page).nth(1)).toContainText('Sold out');
  await expect(lines(page).nth(2)).toContainText('Limit of 50 per order');
  await expect(lines(page).nth(2)).toContainText('× 2');
  await expect(lines(page).nth(3)).toHaveText('This product is no longer available.');
  await expect(total(page)).toHaveText('Total32.00€');
  await add(page).click();
  await expect(heading(page, 'Your cart')).toBeVisible();
  expect(await storedCounts(page)).toEqual({ [many._id]: 50, [scarce._id]: 3 });
});

for (const count of [0, -1, 51]) {
  test(`offers nothing if the link asks for ${count}`, async ({ page, product }) => {
    await open(page, [{ productId: product._id, count }]);
    await expect(lines(page)).toContainText(`You can order 1 to 50 of a product, not ${count}.`);
    await expect(page.getByText('None of these products can be added right now.')).toBeVisible();
    await expect(add(page)).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Continue shopping' }).click();
    await expect(page).toHaveURL('/');
    expect(await stored(page, 'cart')).toBeNull();
  });
}

test('has prices in the currency of the link during the visit', async ({ page, shop }) => {
  const { _id: productId } = await shop.addProduct({ price: 100 });
  await open(page, [{ productId, count: 2 }], 'USD');
  await expect(lines(page)).toContainText('$109.00 each');
  await expect(total(page)).toHaveText('Total$218.00');
  await add(page).click();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$218.00');
  expect(await stored(page, 'currency')).toBeNull();
});

test('applies the discount code of a link at the checkout, also after a login', async ({ page, product, shop }) => {
  const [shopper, { code }] = [await shop.newAccount(), await addCode(shop)];
  await storePickup(page, shopper);
  await open(page, [{ productId: product._id, count: 1 }], 'EUR', code.toLowerCase());
  await expect(page.getByText(`Discount code ${code.toLowerCase()} will be applied at checkout.`)).toBeVisible();
  await add(page).click();
  await page.getByRole('link', { name: 'Log in to continue' }).click();
  await submitLogin(page, shopper.email, shopper.password);
  await expect(heading(page, 'Your cart')).toBeVisible();
  await proceed(page).click();
  await expect(summary(page)).toContainText(`Code ${code.toLowerCase()} applied`);

  // Once removed, it doesn't come back.
  await page.getByRole('button', { name: 'Remove code' }).click();
  await expect(codeField(page)).toHaveValue('');
  await page.reload();
  await expect(codeField(page)).toHaveValue('');
});

test('says at the checkout that a code of a link is unknown', async ({ page, product, shop }) => {
  const shopper = await shop.newAccount();
  await storeAccount(page, shopper);
  await storePickup(page, shopper);
  await open(page, [{ productId: product._id, count: 1 }], 'EUR', 'no-such-code');
  await add(page).click();
  await proceed(page).click();
  await expect(codeField(page)).toHaveValue('no-such-code');
  await expect(codeField(page)).toHaveAccessibleDescription(/./);
  await page.reload();
  await expect(codeField(page)).toHaveValue('');
});

test('a malformed link is a page that was not found', async ({ page, product }) => {
  for (const items of ['x', `${product._id}`, `${product._id}:1,`, `${product._id}:1;${product._id}:2`]) {
    const response = await page.goto(`/buy/${items}`);
    expect(response?.status()).toBe(404);
    await expect(heading(page, 'Page not found')).toBeVisible();
  }
});

test('retries if the products could not be loaded', async ({ page, product }) => {
  await respondWith(page, '/products?*', 500, {});
  await page.goto(buyAddress([{ productId: product._id, count: 1 }], 'EUR', ''));
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await page.unrouteAll();
  await retry.click();
  await expect(lines(page)).toHaveCount(1);
});

test.describe('in German', () => {
  test.use({ languages: ['en', 'de'] });

  test('speaks the language of its address, and leads to the cart in it', async ({ page, product }) => {
    await declineLanguageOffer(page);
    await page.goto(`/de${buyAddress([{ productId: product._id, count: 1 }], 'EUR', '')}`);
    await expect(heading(page, 'Ihre Auswahl')).toBeVisible();
    await page.getByRole('button', { name: 'In den Warenkorb' }).click();
    await expect(page).toHaveURL('/de/order');
    await expect(heading(page, 'Ihr Warenkorb')).toBeVisible();
  });
});

test('is accessible, and works with the keyboard', async ({ page, product, shop }) => {
  const gone = await shop.addProduct({ stock: 0 });
  const items = [
    { productId: product._id, count: 2 },
    { productId: gone._id, count: 1 },
    { productId: crypto.randomUUID(), count: 1 },
  ];
  await open(page, items, 'EUR', 'SPRING');
  await expectAccessible(page, 'the page of a link', [390, 768, 1440]);
  await add(page).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Your cart')).toBeFocused();
});
