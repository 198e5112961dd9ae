import type { Page } from '@playwright/test';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import type { AdminOrderView, OrderState } from '#contract/orders/orders.ts';
import type { Shop } from '../shop.ts';
import {
  CARDS,
  type Credentials,
  cartLink,
  fillCard,
  goToPayment,
  heading,
  newCredentials,
  payButton,
  submitLogin,
  toast,
} from '../steps.ts';
import { stored } from '../storage.ts';
import { expect, test } from '../test.ts';

/** Registers and logs in through the forms, from the cart, to which the login returns. */
async function registerAndLogIn(page: Page, { email, username, password }: Credentials): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  await expect(page.getByText('Welcome to WebShop Register Page')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await submitLogin(page, email, password);
  await expect(page).toHaveURL('/order');
  await expect(page.getByRole('banner')).toContainText(username);
}

/** Searches for a product, opens it, and adds it to the cart. */
async function addToCart(page: Page, { title }: ProductView): Promise<void> {
  await page.getByRole('combobox', { name: 'Search products' }).fill(title);
  await page
    .getByRole('link', { name: 'View Product' })
    .and(page.getByRole('link', { description: title }))
    .click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toast(page, "You've added new item to cart").last()).toBeVisible();
}

/** Waits until the only order of a shopper is in a state. @returns the order */
async function expectOrder(shop: Shop, { email }: { email: string }, state: OrderState): Promise<AdminOrderView> {
  const orders = async (): Promise<AdminOrderView[]> =>
    (await shop.callAsAdmin('GET', `/admin/order?search=${email}`)).orders;
  await expect.poll(async () => (await orders()).map((order) => order.state)).toEqual([state]);
  const [order] = await orders();
  if (!order) throw new Error('The order is gone');
  return order;
}

test('a visitor picks a currency, fills the cart, registers, logs in and pays by card', async ({ page, shop }) => {
  const [keyboard, laptop] = [await shop.addProduct({ price: 50 }), await shop.addProduct({ price: 1000 })];
  const shopper = newCredentials();
  await page.goto('/');
  await page.getByLabel('Currency').selectOption('USD');
  await addToCart(page, keyboard);
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await addToCart(page, laptop);

  await cartLink(page).click();
  await page.getByRole('button', { name: `Increase quantity of ${keyboard.title}` }).click();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Total$1,199.00');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(toast(page, 'Have to be login.')).toBeVisible();

  await registerAndLogIn(page, shopper);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('radio', { name: /Collect in store/ }).press('Space');
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toHaveText('Pay $1,199.00');
  await payButton(page).click();

  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  expect(await expectOrder(shop, shopper, 'paid')).toMatchObject({ currency: 'USD', amount: 1199 });
  await expect.poll(() => stored(page, 'cart')).toBeNull();
});

test('the webhook alone settles the order of a shopper who never returns', async ({ page, shop }) => {
  const shopper = await goToPayment(page, shop);
  await fillCard(page, CARDS.success);
  // The browser never loads the return page, so the client sends no call.
  await page.route('**/order?**', (route) => route.abort());
  await payButton(page).click();
  await expectOrder(shop, shopper, 'paid');
});

test("a declined card shows the provider's reason, and the order can still be paid", async ({ page, shop }) => {
  const shopper = await goToPayment(page, shop);
  await fillCard(page, CARDS.declined);
  await payButton(page).click();
  await expect(toast(page, 'Your card was declined.')).toBeVisible();
  await expectOrder(shop, shopper, 'failed');

  await fillCard(page, CARDS.success);
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  await expectOrder(shop, shopper, 'paid');
});

test('a failed 3-D Secure check keeps the cart, and a second attempt succeeds', async ({ page, shop }) => {
  const shopper = await goToPayment(page, shop);
  await fillCard(page, CARDS.threeDSecure);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(heading(page, 'Payment failed')).toBeVisible();
  expect(await stored(page, 'cart')).not.toBeNull();

  await page.getByRole('button', { name: 'Try again' }).click();
  await fillCard(page, CARDS.threeDSecure);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  await expectOrder(shop, shopper, 'paid');
});
