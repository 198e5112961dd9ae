import type { Page } from '@playwright/test';
import { CARDS, fillCard, goToPayment, payButton } from './paying.ts';
import { type Credentials, newCredentials, submitLogin } from './steps.ts';
import { stored } from './storage.ts';
import { expect, test } from './test.ts';

/** All of it on the screen, from any page. */
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
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner')).toContainText(username);
}

/** Opens the first product that the search finds, and adds it to the cart. */
async function addToCart(page: Page, search: string): Promise<void> {
  await page.getByRole('searchbox').fill(search);
  await expect(page.getByText(/^\d+ of \d+ products$/)).toBeVisible();
  await page.getByRole('link', { name: 'View Product' }).first().click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText("You've added new item to cart").last()).toBeVisible();
}

type Order = { state: string; currency: string; amount: string };

const ORDERS = `select o.state, o.currency, o.amount from shop_order o join user_account u on u.id = o.user_id
  where u.email = $1`;

test('a stranger buys: currency, filter, two products, register, login, card, success', async ({ page, query }) => {
  const shopper = newCredentials();
  await page.goto('/');
  await page.getByLabel('Currency').selectOption('USD');
  await expect(page.getByText(/^\$[\d,]+$/).first()).toBeVisible();

  await page.getByLabel('Sort by').selectOption('Low price');
  await addToCart(page, 'keyboard');
  await page.goto('/');
  await expect(page.getByLabel('Currency')).toHaveValue('USD');
  await addToCart(page, 'laptop');

  await page.getByRole('link', { name: /cart/i }).first().click();
  await expect(page).toHaveURL('/order');
  await page
    .getByRole('button', { name: /^Increase quantity of/ })
    .first()
    .click();
  const total =
    (await page
      .getByText(/^\$[\d,]+\.\d\d$/)
      .last()
      .textContent()) ?? '';
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByText('Have to be login.')).toBeVisible();

  await registerAndLogIn(page, shopper);
  await page.getByRole('link', { name: /cart/i }).first().click();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toContainText(total);
  await payButton(page).click();

  await expect(page).toHaveURL(/\/order/);
  await expect(page.getByRole('heading', { name: /thank you|paid|received|success/i })).toBeVisible();
  await expect.poll(() => stored(page, 'cart')).toBeNull();
  await expect.poll(() => query<Order>(ORDERS, [shopper.email])).toMatchObject([{ state: 'paid', currency: 'USD' }]);
  const webhooks = () =>
    query<{ handled: boolean }>(
      `select bool_and(e.done_at is not null) as handled from outbox_event e
       join payment_event p on p.id = e.payload ->> 'eventId' join shop_order o using (payment_intent_id)
       join user_account u on u.id = o.user_id where u.email = $1 and p.type = 'payment_intent.succeeded'`,
      [shopper.email],
    );
  await expect.poll(webhooks).toEqual([{ handled: true }]);
  await expect(page).toHaveURL('/', { timeout: 10_000 });
});

test('the webhook alone pays the order of a shopper who never comes back', async ({ page, query }) => {
  const shopper = await goToPayment(page);
  await fillCard(page, CARDS.success);
  // The browser is closed the moment it is sent back: no call of the shop's client follows.
  await page.route('**/order?**', (route) => route.abort());
  await payButton(page).click();
  await expect
    .poll(() => query<Order>(ORDERS, [shopper.email]), { timeout: 15_000 })
    .toMatchObject([{ state: 'paid' }]);
});

test('a declined card shows the provider’s sentence, and the order can still be paid', async ({ page, query }) => {
  const shopper = await goToPayment(page);
  await fillCard(page, CARDS.declined);
  await payButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).first()).toBeVisible();
  await expect.poll(() => query<Order>(ORDERS, [shopper.email])).toMatchObject([{ state: 'failed' }]);

  await fillCard(page, CARDS.success);
  await payButton(page).click();
  await expect(page).toHaveURL(/\/order/);
  await expect.poll(() => query<Order>(ORDERS, [shopper.email])).toMatchObject([{ state: 'paid' }]);
});

test('a 3-D Secure card fails, keeps the cart, and then passes', async ({ page, query }) => {
  const shopper = await goToPayment(page);
  await fillCard(page, CARDS.threeDSecure);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page).toHaveURL(/\/order/);
  await expect(page.getByRole('heading', { name: /not|failed/i })).toBeVisible();
  expect(await stored(page, 'cart')).not.toBeNull();

  await page.getByRole('button', { name: /try again/i }).click();
  await fillCard(page, CARDS.threeDSecure);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('heading', { name: /thank you|paid|received|success/i })).toBeVisible();
  await expect.poll(() => query<Order>(ORDERS, [shopper.email])).toMatchObject([{ state: 'paid' }]);
});
