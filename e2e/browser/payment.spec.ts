import type { Page } from '@playwright/test';
import { answerWith, hold, holdCall } from '../../testing/answers.ts';
import type { Shop } from './shop.ts';
import {
  CARDS,
  cardForm,
  cartItem,
  fillCard,
  goToCart,
  goToPayment,
  madeUpProduct,
  payButton,
  toast,
} from './steps.ts';
import { storeAccount, storeCart, stored } from './storage.ts';
import { expect, test } from './test.ts';

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const step = (page: Page) => page.getByRole('list', { name: 'Steps of the order' }).locator('[aria-current="step"]');

test('a visitor has to log in to pay, and the cart is kept', async ({ page }) => {
  const product = madeUpProduct();
  await answerWith(page, '/products', 200, { status: 'success', products: [product] });
  await storeCart(page, [cartItem(product)]);
  await page.goto('/order');
  await proceed(page).click();
  await expect(toast(page, 'Have to be login.')).toBeVisible();
  await expect(step(page)).toContainText('Cart');
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/authorization');
  await page.goBack();
  await expect(page.getByRole('list', { name: 'Products in your cart' })).toContainText(product.title);
});

test('opens the card form from the cart and returns with its own Back or the browser’s', async ({ page, shop }) => {
  const { product } = await goToPayment(page, shop);
  await expect(heading(page, 'Payment')).toBeFocused();
  await expect(step(page)).toContainText('Payment');
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText(`${product.title} × 2`);
  await expect(proceed(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(step(page)).toContainText('Cart');
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0);
  await proceed(page).click();
  await expect(step(page)).toContainText('Payment');
  await page.goBack();
  await expect(step(page)).toContainText('Cart');
  await page.goForward();
  await expect(step(page)).toContainText('Payment');
});

for (const reloaded of [false, true]) {
  test(`going back from the payment adds no second cart to the history${reloaded ? ', also after a reload' : ''}`, async ({
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
  await expect(step(page)).toContainText('Payment');
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
});

test('charges the cart’s total in the chosen currency', async ({ page, shop }) => {
  const { product } = await goToCart(page, shop);
  await page.getByLabel('Currency').selectOption('USD');
  const sent = page.waitForRequest('**/api/v1/payment');
  await proceed(page).click();
  const cents = Math.floor((Math.round(product.price * 100) * 2 * 109 + 50) / 100);
  const body = (await sent).postDataJSON();
  expect(body).toEqual({ amount: cents / 100, currency: 'USD', items: [{ productId: product._id, count: 2 }] });
  const amount = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  await expect(payButton(page)).toHaveText(`Pay $${amount}`);
});

test('returns to the cart with current prices if the shop refuses outdated ones', async ({ page, shop }) => {
  const { product } = await goToCart(page, shop);
  const dearer = { ...product, price: product.price + 1 };
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/v1/payment') && sent.push(request.method()));
  await answerWith(page, '/payment', 409, { code: 'priceChanged', message: 'The prices have changed' });
  await answerWith(page, '/products', 200, { status: 'success', products: [dearer] });
  await proceed(page).click();
  const note = page.getByRole('main').getByRole('alert');
  await expect(note).toContainText('Prices have changed. Please check your cart before you pay.');
  await expect(note).toContainText(`${product.title} now costs`);
  await expect(step(page)).toContainText('Cart');
  expect(JSON.parse((await stored(page, 'cart')) ?? '[]')).toMatchObject([{ price: dearer.price }]);
  // The shopper has not agreed to the new total yet.
  expect(sent).toEqual(['POST']);
});

test('removes items that the shop no longer sells from the cart', async ({ page, shop }) => {
  const { product } = await goToCart(page, shop);
  const answer = { code: 'productsMissing', message: 'A product is gone', missing: [product._id] };
  await answerWith(page, '/payment', 409, answer);
  await proceed(page).click();
  await expect(heading(page, 'Your cart is empty')).toBeVisible();
  const sentence = `We removed ${product.title} from your cart because it's no longer available.`;
  await expect(page.getByRole('main').getByRole('alert')).toContainText(sentence);
  expect(await stored(page, 'cart')).toBeNull();
});

test('offers the way to the cart instead of a retry if a payment can never succeed', async ({ page, shop }) => {
  const sentence = 'Amount must be no more than 999,999.99 RSD';
  await answerWith(page, '/payment', 422, { code: 'invalid', message: sentence });
  await goToPayment(page, shop);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(sentence);
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the cart' }).click();
  await expect(heading(page, 'Your cart')).toBeFocused();
  await expect(step(page)).toContainText('Cart');
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

test('keeps the Pay button in place during a retry, and announces the next failure', async ({ page, shop }) => {
  await goToPayment(page, shop);
  await fillCard(page, CARDS.declined);
  await payButton(page).click();
  const refusal = page.getByRole('main').getByRole('alert').filter({ hasText: 'Your card was declined.' });
  await expect(refusal).toBeVisible();
  const before = await payButton(page).boundingBox();
  const answer = await hold(page, /\/payment_intents\/\w+\/confirm/);
  await payButton(page).click();
  await expect(payButton(page)).toHaveAttribute('aria-busy', 'true');
  expect(await payButton(page).boundingBox()).toEqual(before);
  // A screen reader announces an alert when it appears, so the old one must be hidden in between.
  await expect(refusal).toHaveCount(0);
  answer.release();
  await expect(refusal).toBeVisible();
});

test('offers a retry if the provider’s card form fails to load', async ({ page, shop }) => {
  await page.route('**/stripe.js', (route) => route.abort());
  await goToPayment(page, shop);
  const sentence = "We couldn't load the card form. Check your connection and try again.";
  await expect(page.getByRole('main').getByRole('alert')).toContainText(sentence);
  await page.unroute('**/stripe.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
});

test.describe('the return from the provider', () => {
  const product = madeUpProduct();
  const item = { ...product, count: 2, totalAmount: 2 * product.price };
  const order = {
    ...{ _id: 'o', number: 1001, state: 'paid', currency: 'EUR', amount: 12.5, date: new Date(0).toISOString() },
    lines: [{ productId: item._id, title: item.title, price: item.price, count: item.count }],
  };
  const cartLink = (page: Page) => page.getByRole('link', { name: /^Cart/ });
  const CONFIRMED = 'redirect_status=succeeded&payment_intent=pi_1';

  /** Logs in a shopper with one product in the cart, and answers the check of the payment. */
  async function shopperWhoPaid(page: Page, shop: Shop, answered: object = order): Promise<void> {
    await storeAccount(page, await shop.newAccount());
    await storeCart(page, [item]);
    await answerWith(page, '/payment/return', 200, { status: 'success', order: answered });
  }

  test('with a confirmed success empties the cart and its stored copy, and opens the shop after 5 seconds', async ({
    page,
    shop,
  }) => {
    await shop.addProductOnly();
    await shopperWhoPaid(page, shop);
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await page.goto(`/order?${CONFIRMED}`);
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items');
    await expect.poll(() => stored(page, 'cart')).toBeNull();
    for (let second = 1; second <= 4; second++) await page.clock.runFor(1000);
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
    // Each second's timer starts just after the render, so advance until the text changes.
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(page).toHaveURL('/', { timeout: 1000 });
    }).toPass({ timeout: 10_000 });
    await page.clock.resume();
    await expect(page.getByRole('link', { name: 'View Product' }).first()).toBeVisible();
  });

  test('stays on request, and empties no later cart when it is opened again', async ({ page, shop }) => {
    await shopperWhoPaid(page, shop);
    await page.goto(`/order?${CONFIRMED}`);
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(heading(page, 'Thank you for your order')).toBeFocused();
    await expect(page.getByText('Returning to the shop')).toBeHidden();
    await storeCart(page, [item]);
    await page.goto(`/order?${CONFIRMED}`);
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
  });

  test('removes only the paid items from the cart', async ({ page, shop }) => {
    await shopperWhoPaid(page, shop);
    await storeCart(page, [
      { ...item, count: item.count + 1 },
      { ...item, _id: 'other', title: 'Added since' },
    ]);
    await page.goto(`/order?${CONFIRMED}`);
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 3 items');
  });

  test('without a payment empties the cart and opens the shop, but claims no payment', async ({ page }) => {
    await storeCart(page, [item]);
    await page.goto('/order?redirect_status=succeeded');
    await expect(page.getByText('Returning to the shop in')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/your payment|paid|went through|confirmed/i);
    await expect.poll(() => stored(page, 'cart')).toBeNull();
    await expect(page).toHaveURL('/', { timeout: 15_000 });
  });

  test('with an ended session claims nothing and keeps the cart', async ({ page, shop }) => {
    await storeAccount(page, await shop.newAccount());
    await storeCart(page, [item]);
    await answerWith(page, '/user/getSingleUser', 401, { status: 'error', message: 'Please log in' });
    await page.goto(`/order?${CONFIRMED}`);
    await expect(toast(page, 'Your session has expired. Please log in again.')).toBeVisible();
    await expect(heading(page, 'Payment not confirmed')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Log in to see your order.');
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
    expect([await stored(page, 'cart'), await stored(page, 'token')]).toEqual([expect.any(String), null]);
  });

  test('with an unknown payment keeps the cart until the shop knows the payment', async ({ page, shop }) => {
    await goToCart(page, shop);
    await page.goto('/order?redirect_status=succeeded&payment_intent=pi_made_up');
    await expect(heading(page, 'Payment not confirmed')).toBeVisible();
    await expect(page.getByText("We couldn't find this payment.")).toBeVisible();
    expect(await stored(page, 'cart')).not.toBeNull();
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
    await answerWith(page, '/payment/return', 200, { status: 'success', order: { ...order, lines: [] } });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
    await expect.poll(() => stored(page, 'cart')).toBeNull();
  });

  test('with an unconfirmed payment claims nothing and keeps the cart', async ({ page, shop }) => {
    await shopperWhoPaid(page, shop, { ...order, state: 'pending' });
    await page.goto(`/order?${CONFIRMED}`);
    await expect(page.getByRole('main')).toContainText("We're still confirming your payment.");
    expect(await stored(page, 'cart')).not.toBeNull();
  });

  test('with a failure keeps the cart and offers another attempt', async ({ page, shop }) => {
    await goToCart(page, shop);
    await page.goto('/order?redirect_status=failed');
    await expect(heading(page, 'Payment failed')).toBeVisible();
    expect(await stored(page, 'cart')).not.toBeNull();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(step(page)).toContainText('Payment');
    await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  });

  test('without an outcome keeps the cart and shows the known state', async ({ page }) => {
    await storeCart(page, [item]);
    await page.goto('/order?redirect_status=processing');
    await expect(heading(page, 'Your payment is being processed')).toBeVisible();
    await page.goto('/order?redirect_status=nobody_knows');
    await expect(heading(page, 'Payment not confirmed')).toBeVisible();
    expect(await stored(page, 'cart')).not.toBeNull();
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(page).toHaveURL('/');
  });

  test('can be checked again until the shop knows the outcome', async ({ page, shop }) => {
    await goToCart(page, shop);
    await answerWith(page, '/payment/return', 500, { message: 'The provider does not answer' });
    await page.goto('/order?redirect_status=processing&payment_intent=pi_1');
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(toast(page, 'The provider does not answer')).toBeVisible();
    await answerWith(page, '/payment/return', 200, { status: 'success', order: { ...order, state: 'pending' } });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(toast(page, "We're still confirming your payment.")).toBeVisible();
    await answerWith(page, '/payment/return', 200, { status: 'success', order: { ...order, lines: [] } });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(heading(page, 'Thank you for your order')).toBeFocused();
    await expect(page.getByText('12.50€')).toBeVisible();
    expect(await stored(page, 'cart')).toBeNull();
  });

  test('with a success ignores an older, late response', async ({ page, shop }) => {
    await goToCart(page, shop);
    await answerWith(page, '/payment/return', 200, { status: 'success', order: { ...order, state: 'pending' } });
    const first = await holdCall(page, '/payment/return');
    await page.goto('/order?redirect_status=processing&payment_intent=pi_1');
    const check = page.getByRole('button', { name: 'Check again' });
    await first.caught;
    await answerWith(page, '/payment/return', 200, { status: 'success', order });
    await check.click();
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    first.release();
    // Gives a wrong change time to render.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
  });
});
