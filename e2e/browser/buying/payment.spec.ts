import type { Page } from '@playwright/test';
import { hold, holdCall, respondWith } from '../../../testing/responses.ts';
import {
  CARDS,
  cardForm,
  cartItem,
  checkoutStep,
  fillCard,
  goToCart,
  goToPayment,
  heading,
  keepToasts,
  madeUpProduct,
  payButton,
  serveProducts,
  toast,
} from '../steps.ts';
import { storeCart, stored } from '../storage.ts';
import { expect, test } from '../test.ts';

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' });

test('a visitor has to log in to pay, and the cart is kept', async ({ page }) => {
  const product = madeUpProduct();
  await serveProducts(page, [product]);
  await storeCart(page, [cartItem(product)]);
  await page.goto('/order');
  await proceed(page).click();
  await expect(toast(page, 'Have to be login.')).toBeVisible();
  await expect(checkoutStep(page)).toContainText('Cart');
  const login = page.getByRole('main').getByRole('link', { name: 'Log in to continue' });
  await expect(login).toBeFocused();
  await login.press('Enter');
  await expect(page).toHaveURL('/authorization');
  await page.goBack();
  await expect(page.getByRole('list', { name: 'Products in your cart' })).toContainText(product.title);
});

test("opens the card form from the cart and returns with its own Back or the browser's", async ({ page, shop }) => {
  const { product } = await goToPayment(page, shop);
  await expect(heading(page, 'Payment')).toBeFocused();
  await expect(checkoutStep(page)).toContainText('Delivery and payment');
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText(`${product.title} × 2`);
  await expect(proceed(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(checkoutStep(page)).toContainText('Cart');
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0);
  await proceed(page).click();
  await expect(checkoutStep(page)).toContainText('Delivery and payment');
  await page.goBack();
  await expect(checkoutStep(page)).toContainText('Cart');
  await page.goForward();
  await expect(checkoutStep(page)).toContainText('Delivery and payment');
});

for (const reloaded of [false, true]) {
  test(`going back from the payment adds no second cart to the history${reloaded ? ', even after a reload' : ''}`, async ({
    page,
    shop,
  }) => {
    await page.goto('/contact');
    await goToPayment(page, shop);
    await expect(heading(page, 'Payment')).toBeFocused();
    if (reloaded) await page.reload();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(heading(page, 'Your cart')).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/contact');
  });
}

test('a double click on Proceed to Payment selects nothing on the next step, and selected text is readable', async ({
  page,
  shop,
}) => {
  await goToCart(page, shop);
  await proceed(page).dblclick();
  await expect(heading(page, 'Payment')).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  expect(await page.evaluate(() => getSelection()?.toString())).not.toMatch(/Pay \W|Back/);
  const { color, ink } = await payButton(page).evaluate((button) => ({
    color: getComputedStyle(button, '::selection').color,
    ink: getComputedStyle(document.documentElement).color,
  }));
  expect(color).toBe(ink);
});

test('the skip link keeps the payment open', async ({ page, shop }) => {
  await goToPayment(page, shop);
  await expect(heading(page, 'Payment')).toBeFocused();
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL('/order');
  await expect(checkoutStep(page)).toContainText('Delivery and payment');
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
});

test("charges the cart's total in the chosen currency", async ({ page, shop }) => {
  const { product } = await goToCart(page, shop);
  await page.getByLabel('Currency').selectOption('USD');
  const sent = page.waitForRequest('**/api/v1/payment');
  await proceed(page).click();
  const cents = Math.floor((Math.round(product.price * 100) * 2 * 109 + 50) / 100);
  const body = (await sent).postDataJSON();
  const items = [{ productId: product._id, count: 2 }];
  expect(body).toMatchObject({ amount: cents / 100, currency: 'USD', items });
  const amount = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  await expect(payButton(page)).toHaveText(`Pay $${amount}`);
});

test('returns to the cart with current prices if the shop rejects outdated ones', async ({ page, shop }) => {
  const { product } = await goToCart(page, shop);
  const repriced = { ...product, price: product.price + 1 };
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/v1/payment') && sent.push(request.method()));
  await respondWith(page, '/payment', 409, { code: 'priceChanged', message: 'The prices have changed' });
  await serveProducts(page, [repriced]);
  await proceed(page).click();
  const note = page.getByRole('main').getByRole('alert');
  await expect(note).toContainText('Prices have changed. Review your cart before you pay.');
  const line = page.getByRole('list', { name: 'Products in your cart' }).getByRole('listitem');
  await expect(line).toContainText(`${product.title} now costs`);
  await expect(checkoutStep(page)).toContainText('Cart');
  expect(JSON.parse((await stored(page, 'cart')) ?? '[]')).toMatchObject([{ price: repriced.price }]);
  // The shopper has not agreed to the new total yet.
  expect(sent).toEqual(['POST']);
});

test('removes items that the shop no longer sells from the cart', async ({ page, shop }) => {
  const { product } = await goToCart(page, shop);
  const response = { code: 'productsMissing', message: 'A product is gone', missing: [product._id] };
  await respondWith(page, '/payment', 409, response);
  await proceed(page).click();
  await expect(heading(page, 'Your cart is empty')).toBeVisible();
  const message = `We removed ${product.title} from your cart because it's no longer available.`;
  await expect(page.getByRole('main').getByRole('alert')).toContainText(message);
  expect(await stored(page, 'cart')).toBeNull();
});

test('reduces the cart to what is left in stock', async ({ page, shop }) => {
  const { product } = await goToCart(page, shop);
  await page.getByRole('button', { name: /^Increase/ }).click();
  const available = [{ productId: product._id, left: 1 }];
  await respondWith(page, '/payment', 409, { code: 'soldOut', message: 'There is not enough left', available });
  await proceed(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your cart has changed.');
  const line = page.getByRole('list', { name: 'Products in your cart' }).getByRole('listitem');
  await expect(line).toContainText(`Only 1 of ${product.title} left, so we changed the quantity.`);
  expect(JSON.parse((await stored(page, 'cart')) ?? '[]')).toMatchObject([{ count: 1 }]);
});

test('offers a way back to the cart instead of a retry if a payment can never succeed', async ({ page, shop }) => {
  const message = 'Amount must be no more than 999,999.99 RSD';
  await respondWith(page, '/payment', 422, { code: 'invalid', message });
  await goToPayment(page, shop);
  await expect(page.getByRole('main').getByRole('alert')).toContainText("We can't charge this cart.");
  await expect(toast(page, message)).toBeVisible();
  await expect(page.getByText(message)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the cart' }).click();
  await expect(heading(page, 'Your cart')).toBeFocused();
  await expect(checkoutStep(page)).toContainText('Cart');
});

test('returns to the cart if another tab empties it or logs out', async ({ page, context, shop }) => {
  const { product, username } = await goToPayment(page, shop);
  await expect(heading(page, 'Payment')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/order');
  await other.getByRole('button', { name: /^Remove / }).click();
  await expect(heading(page, 'Your cart is empty')).toBeVisible();
  await other.goto(`/product/${product._id}`);
  await other.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(heading(page, 'Payment')).toBeVisible();
  await other.getByRole('banner').getByRole('button', { name: username }).click();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(heading(page, 'Your cart')).toBeVisible();
  await proceed(page).click();
  await expect(toast(page, 'Have to be login.')).toBeVisible();
});

const NOT_CHARGED = "You haven't been charged. Check your card details or use another card.";

test('keeps the Pay button in place during a retry', async ({ page, shop }) => {
  await goToPayment(page, shop);
  await fillCard(page, CARDS.declined);
  await payButton(page).click();
  await expect(page.getByText(NOT_CHARGED)).toBeVisible();
  const before = await payButton(page).boundingBox();
  const response = await hold(page, /\/payment_intents\/\w+\/confirm/);
  await payButton(page).click();
  await expect(payButton(page)).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText(NOT_CHARGED)).toBeHidden();
  expect(await payButton(page).boundingBox()).toEqual(before);
  response.release();
  await expect(page.getByText(NOT_CHARGED)).toBeVisible();
});

test('shows the reason for a declined card once, and what to do next', async ({ page, shop }) => {
  await goToPayment(page, shop);
  await keepToasts(page);
  await fillCard(page, CARDS.declined);
  await payButton(page).click();
  await expect(page.getByText(NOT_CHARGED)).toBeVisible();
  await expect(toast(page, 'Your card was declined.')).toBeVisible();
  await expect(page.getByText('Your card was declined.')).toHaveCount(1);
});

test("offers a retry if the provider's card form fails to load", async ({ page, shop }) => {
  let attempts = 0;
  await page.route('**/stripe.js', (route) => {
    attempts += 1;
    return route.abort();
  });
  const defaults = await holdCall(page, '/payment/defaults');
  await goToPayment(page, shop);
  const message = "We couldn't load the card form. Check your connection and try again.";
  await expect(toast(page, message)).toBeVisible();
  defaults.release();
  await expect(page.getByRole('main').getByRole('alert')).toContainText("We couldn't prepare your payment.");
  await expect(page.getByText(message)).toHaveCount(1);
  await page.unroute('**/stripe.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  expect(attempts).toBe(1);
});
