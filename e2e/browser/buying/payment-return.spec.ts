import type { Page } from '@playwright/test';
import { holdResponse, respondWith, stopIntercepting } from '../../../testing/responses.ts';
import type { Shop } from '../shop.ts';
import {
  cardForm,
  cartLink,
  checkoutStep,
  goToCart,
  heading,
  madeUpOrder,
  madeUpProduct,
  stopClock,
  submitLogin,
  toast,
} from '../steps.ts';
import { storeAccount, storeCart, stored } from '../storage.ts';
import { expect, test } from '../test.ts';

test.describe('the return from the provider', () => {
  const product = madeUpProduct();
  const item = { ...product, count: 2, totalAmount: 2 * product.price };
  const place = { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
  const order = madeUpOrder([item], {
    ...{
      amount: 12.5,
      subtotal: 12.5,
      tax: { rate: 20, amount: 2.08 },
      taxes: [{ rate: 20, net: 10.42, amount: 2.08 }],
      minDays: 2,
      maxDays: 4,
    },
    ...{
      shippingMethod: 'courier',
      shippingName: 'Courier',
      history: [{ what: 'paid', by: 'provider', date: '2026-11-26T12:00:00Z' }],
    },
    delivery: { ...place, phoneNumber: '' },
  });
  const CONFIRMED = 'redirect_status=succeeded&payment_intent=pi_1';

  /** Logs in a shopper with one product in the cart, and forges the response of the payment check. */
  async function openAsPaidShopper(page: Page, shop: Shop, checked: object = order): Promise<void> {
    await storeAccount(page, await shop.newAccount());
    await storeCart(page, [item]);
    await respondWith(page, '/payment/return', 200, { status: 'success', order: checked });
  }

  /** Advances a stopped clock until the shop opens. */
  async function advanceUntilShop(page: Page): Promise<void> {
    // Each second's timer starts just after the render, so advance until the URL changes.
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(page).toHaveURL('/', { timeout: 200 });
    }).toPass({ intervals: [50], timeout: 10_000 });
  }

  test('shows the order without its arrival while an API of the previous release responds', async ({ page, shop }) => {
    const { minDays, maxDays, history, ...earlier } = order;
    await openAsPaidShopper(page, shop, earlier);
    await page.goto(`/order?${CONFIRMED}`);
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Delivery' })).toContainText(place.address);

    await respondWith(page, `/orders/${order._id}`, 200, { status: 'success', order: earlier });
    await page.goto(`/orders/${order._id}`);
    await expect(heading(page, `Order ${order.number}`)).toBeVisible();
  });

  test('with a confirmed success empties the cart and its stored copy, and opens the shop after 5 seconds', async ({
    page,
    shop,
  }) => {
    await shop.addProductOnly();
    await openAsPaidShopper(page, shop);
    await stopClock(page);
    await page.goto(`/order?${CONFIRMED}`);
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items');
    await expect.poll(() => stored(page, 'cart')).toBeNull();
    for (let second = 1; second <= 4; second++) await page.clock.runFor(1000);
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
    await advanceUntilShop(page);
    await page.clock.resume();
    await expect(page.getByRole('link', { name: 'View Product' }).first()).toBeVisible();
  });

  test('stays on request, and does not empty a later cart when reopened', async ({ page, shop }) => {
    await openAsPaidShopper(page, shop);
    await stopClock(page);
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
    await openAsPaidShopper(page, shop);
    await storeCart(page, [
      { ...item, count: item.count + 1 },
      { ...item, _id: 'other', title: 'Added since' },
    ]);
    await page.goto(`/order?${CONFIRMED}`);
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 3 items');
  });

  test('leads to the order, by its number too', async ({ page, shop }) => {
    await openAsPaidShopper(page, shop);
    await stopClock(page);
    await page.goto(`/order?${CONFIRMED}`);
    const links = page.getByRole('main').getByRole('link');
    await expect(links.first()).toHaveText('View order 1001');
    await page.getByRole('main').getByRole('link', { name: '1001', exact: true }).click();
    await expect(page).toHaveURL('/orders/o');
  });

  test('says when and where the order arrives, and what of its total is VAT', async ({ page, shop }) => {
    await openAsPaidShopper(page, shop);
    await stopClock(page);
    await page.goto(`/order?${CONFIRMED}`);
    const delivery = page.getByRole('region', { name: 'Delivery' });
    await expect(delivery).toContainText(/Arrives Nov 28\s–\s30/);
    for (const part of ['Courier', 'Ada', 'Main Street 1', '21000 Novi Sad', 'Serbia']) {
      await expect(delivery).toContainText(part);
    }
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText('Includes 20% VAT2.08€');
  });

  test('without a payment stays on request', async ({ page }) => {
    await stopClock(page);
    await page.goto('/order?redirect_status=succeeded');
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(heading(page, 'Thanks for shopping with us')).toBeFocused();
    await expect(page.getByText('Returning to the shop')).toBeHidden();
    await page.clock.runFor(10_000);
    await expect(page).toHaveURL(/redirect_status/);
  });

  test('with an unconfirmed payment shows the outcome once it is confirmed', async ({ page, shop }) => {
    await openAsPaidShopper(page, shop, { ...order, state: 'pending' });
    await page.goto(`/order?${CONFIRMED}`);
    await expect(page.getByRole('main')).toContainText("We're still confirming your payment.");
    await respondWith(page, '/payment/return', 200, { status: 'success', order });
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
  });

  test('without a payment empties the cart and opens the shop, but claims no payment', async ({ page }) => {
    await storeCart(page, [item]);
    await stopClock(page);
    await page.goto('/order?redirect_status=succeeded');
    await expect(page.getByText('Returning to the shop in')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/your payment|paid|went through|confirmed/i);
    await expect.poll(() => stored(page, 'cart')).toBeNull();
    await advanceUntilShop(page);
  });

  test('with an ended session claims nothing and keeps the cart until the login', async ({ page, shop }) => {
    const shopper = await shop.newAccount();
    await storeAccount(page, shopper);
    await storeCart(page, [item]);
    await respondWith(page, '/user/getSingleUser', 401, { status: 'error', message: 'Please log in' });
    await page.goto(`/order?${CONFIRMED}`);
    await expect(toast(page, 'Your session has expired. Please log in again.')).toBeVisible();
    await expect(heading(page, 'Payment not confirmed')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Log in to see your order.');
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
    expect([await stored(page, 'cart'), await stored(page, 'token')]).toEqual([expect.any(String), null]);

    await stopIntercepting(page, '/user/getSingleUser');
    await respondWith(page, '/payment/return', 200, { status: 'success', order });
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await submitLogin(page, shopper.email, shopper.password);
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
    await expect(page).toHaveURL(`/order?${CONFIRMED}`);
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items');
    await expect.poll(() => stored(page, 'cart')).toBeNull();
  });

  test('with an unknown payment keeps the cart until the payment is found', async ({ page, shop }) => {
    await goToCart(page, shop);
    await page.goto('/order?redirect_status=succeeded&payment_intent=pi_made_up');
    await expect(heading(page, 'Payment not confirmed')).toBeVisible();
    await expect(page.getByText("We couldn't find this payment.")).toBeVisible();
    expect(await stored(page, 'cart')).not.toBeNull();
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
    await respondWith(page, '/payment/return', 200, { status: 'success', order: { ...order, lines: [] } });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
    await expect.poll(() => stored(page, 'cart')).toBeNull();
  });

  test('with an unconfirmed payment claims nothing and keeps the cart', async ({ page, shop }) => {
    await openAsPaidShopper(page, shop, { ...order, state: 'pending' });
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
    await expect(checkoutStep(page)).toContainText('Delivery and payment');
    await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  });

  test('without an outcome keeps the cart and shows the known state', async ({ page }) => {
    await storeCart(page, [item]);
    await page.goto('/order?redirect_status=processing');
    await expect(heading(page, 'Your payment is being processed')).toBeVisible();
    await page.goto('/order?redirect_status=unheard_of');
    await expect(heading(page, 'Payment not confirmed')).toBeVisible();
    expect(await stored(page, 'cart')).not.toBeNull();
    await page.getByRole('link', { name: 'Continue shopping' }).click();
    await expect(page).toHaveURL('/');
  });

  test('can be checked again until the outcome is known', async ({ page, shop }) => {
    await goToCart(page, shop);
    await respondWith(page, '/payment/return', 500, { message: 'The provider does not respond' });
    await page.goto('/order?redirect_status=processing&payment_intent=pi_1');
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(toast(page, 'The provider does not respond')).toBeVisible();
    await respondWith(page, '/payment/return', 200, { status: 'success', order: { ...order, state: 'pending' } });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(toast(page, "We're still confirming your payment.")).toBeVisible();
    await respondWith(page, '/payment/return', 200, { status: 'success', order: { ...order, lines: [] } });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(heading(page, 'Thank you for your order')).toBeFocused();
    await expect(page.getByRole('main')).toContainText('Total12.50€');
    expect(await stored(page, 'cart')).toBeNull();
  });

  test('with a success ignores an older, late response', async ({ page, shop }) => {
    await goToCart(page, shop);
    const pending = { status: 'success', order: { ...order, state: 'pending' } };
    await respondWith(page, '/payment/return', 200, { status: 'success', order });
    const late = await holdResponse(page, '/payment/return', { json: pending });
    await stopClock(page);
    await page.goto('/order?redirect_status=processing&payment_intent=pi_1');
    await late.caught;
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await page.clock.resume();
    await late.deliver();
    await expect(heading(page, 'Thank you for your order')).toBeVisible();
  });
});
