import type { Page } from '@playwright/test';
import { abortCalls, respondWith, stopIntercepting } from '../../testing/responses.ts';
import { PASSWORD } from '../../testing/shop/api.ts';
import type { Shop } from './shop.ts';
import { cards, cartItem, followLinkTo, goToPayment, newCredentials, submitLogin, toast } from './steps.ts';
import { storeAccount, storeCart } from './storage.ts';
import { expect, test } from './test.ts';

type Action = {
  /** The failing call, and the message shown if the server sends none. */
  call: string;
  fallback: string;
  /** Opens the screen. */
  open: (page: Page, shop: Shop) => Promise<unknown>;
  /** Makes the call; can run again. */
  act: (page: Page, shop: Shop) => Promise<unknown>;
};

const press = (name: string) => (page: Page) => page.getByRole('main').getByRole('button', { name }).click();
const openProduct = async (page: Page, shop: Shop) => page.goto(`/product/${(await shop.addProduct())._id}`);

async function openStoredProfile(page: Page, shop: Shop): Promise<void> {
  await storeAccount(page, await shop.newAccount());
  await page.goto('/profile');
}

/** The storefront's rows of the specification's table of fallback messages. */
const actions: Record<string, Action> = {
  registering: {
    call: '/user/register',
    fallback: 'Register failed. Please try again.',
    open: async (page) => {
      await page.goto('/authorization');
      await page.getByRole('link', { name: 'Create an account' }).click();
      const { email, username } = newCredentials();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    },
    act: press('Register'),
  },
  'logging in': {
    call: '/user/login',
    fallback: 'Register failed. Please try again.',
    open: (page) => page.goto('/authorization'),
    act: (page) => submitLogin(page, 'ada@example.com', PASSWORD),
  },
  'changing the password': {
    call: '/user/changePassword',
    fallback: 'Change password failed. Please try again.',
    open: async (page, shop) => {
      await openStoredProfile(page, shop);
      await page.getByRole('button', { name: 'Change' }).click();
      for (const field of ['Current password', 'New password', 'Confirm password']) {
        await page.getByLabel(field, { exact: true }).fill(PASSWORD);
      }
    },
    act: press('Change password'),
  },
  'requesting a password reset': {
    call: '/user/forgotPassword',
    fallback: 'Forgot password failed. Please try again.',
    open: (page) => page.goto('/authorization'),
    act: async (page) => {
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByRole('button', { name: 'Forgot password?' }).click();
      await page.getByRole('button', { name: 'Send reset link' }).click();
    },
  },
  'resetting the password': {
    call: '/user/resetPassword/*',
    fallback: 'Reset password failed. Please try again.',
    open: async (page) => {
      await page.goto('/resetPassword/token');
      await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Confirm new password').fill(PASSWORD);
    },
    act: press('Reset password'),
  },
  'editing the profile': {
    call: '/user/editUser',
    fallback: 'Edit user profile failed. Please try again.',
    open: async (page, shop) => {
      await openStoredProfile(page, shop);
      await page.getByRole('button', { name: 'Edit profile' }).click();
      await page.getByLabel('City').fill('Paris');
    },
    act: press('Save'),
  },
  'fetching the profile': {
    call: '/user/getSingleUser',
    fallback: 'Request failed. Please try again.',
    open: async (page, shop) => storeAccount(page, await shop.newAccount()),
    act: (page) => page.goto('/contact'),
  },
  'listing the products': {
    call: '/products?*',
    fallback: 'Request failed. Please try again.',
    open: async () => {},
    act: (page) => page.goto('/'),
  },
  'fetching a product': {
    call: '/products/single/*',
    fallback: 'Request failed. Please try again.',
    open: async () => {},
    act: openProduct,
  },
  'rating a product': {
    call: '/products/single',
    fallback: 'Rate product failed. Please try again.',
    open: async (page, shop) => {
      await storeAccount(page, await shop.newAccount());
      await openProduct(page, shop);
      await page.getByRole('group', { name: 'Your rating' }).locator('label').nth(1).click();
    },
    act: press('Submit rating'),
  },
  'sending a comment': {
    call: '/comment',
    fallback: 'Add product comment failed. Please try again.',
    open: async (page, shop) => {
      await openProduct(page, shop);
      await page.getByLabel('Write a comment').fill('Fine');
    },
    act: press('Post comment'),
  },
  'preparing the payment': {
    call: '/payment',
    fallback: 'Make payment failed. Please try again.',
    open: async (page, shop) => {
      await respondWith(page, '/payment', 500, {});
      await untilLogged(page, () => goToPayment(page, shop));
    },
    act: press('Retry'),
  },
};

/** Makes a failing call and waits for its log entry, because the screen may still show the previous failure. */
async function untilLogged(page: Page, act: () => Promise<unknown>): Promise<void> {
  const logged = page.waitForEvent('console', (entry) => entry.type() === 'error' && entry.text().includes('ApiError'));
  await act();
  await logged;
}

for (const [name, { call, fallback, open, act }] of Object.entries(actions)) {
  test(`a failure while ${name} shows the server's message, or else the fallback`, async ({ page, shop }) => {
    await open(page, shop);
    await respondWith(page, call, 500, { status: 'error' });
    await untilLogged(page, () => act(page, shop));
    await expect(toast(page, fallback)).toBeVisible();
    await stopIntercepting(page, call);
    await respondWith(page, call, 503, { status: 'error', message: 'We are closed for a moment.' });
    await untilLogged(page, () => act(page, shop));
    await expect(toast(page, 'We are closed for a moment.')).toBeVisible();
  });
}

test('a response with status "error" is a failure even with HTTP 200', async ({ page }) => {
  await respondWith(page, '/user/login', 200, { status: 'error', message: 'Not today.' });
  await page.goto('/authorization');
  await submitLogin(page, 'ada@example.com', PASSWORD);
  await expect(toast(page, 'Not today.')).toBeVisible();
  await expect(page).toHaveURL('/authorization');
});

const UNREACHABLE = "We couldn't reach the shop. Check your connection and try again.";

type Screen = {
  call: string;
  open: (page: Page, shop: Shop) => Promise<unknown>;
  /** The screen's own message, if it has one. */
  message?: string;
  /** What the screen shows after the call. */
  expectComplete: (page: Page) => Promise<unknown>;
};

const screens: Record<string, Screen> = {
  'the catalogue': {
    call: '/products?*',
    open: async (page, shop) => {
      await shop.addProductOnly();
      await page.goto('/');
    },
    expectComplete: (page) => expect(cards(page).first()).toBeVisible(),
  },
  'a product': {
    call: '/products/single/*',
    open: async (page, shop) => followLinkTo(page, `/product/${(await shop.addProduct())._id}`),
    expectComplete: (page) => expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible(),
  },
  'the comments on a product': {
    call: '/comment/filter/*',
    open: openProduct,
    expectComplete: (page) => {
      const comments = page.getByRole('region', { name: 'Comments' });
      return expect(comments.getByRole('list').or(comments.getByText('No comments yet.'))).toBeVisible();
    },
  },
  'the price check of the cart': {
    call: '/products?*',
    open: async (page, shop) => {
      const product = await shop.addProduct();
      await storeCart(page, [cartItem(product, { price: 1, count: 1 })]);
      await page.goto('/order');
      await expect(page.getByRole('list', { name: 'Products in your cart' })).toContainText(product.title);
    },
    message: "We couldn't check the latest prices. Those in your cart may be out of date.",
    expectComplete: (page) => expect(page.getByText('instead of 1.00€')).toBeVisible(),
  },
  'the payment': {
    call: '/payment',
    open: goToPayment,
    message: "We couldn't prepare your payment.",
    expectComplete: (page) => expect(page.frameLocator('iframe').first().getByLabel('Card number')).toBeVisible(),
  },
  'the profile': {
    call: '/user/getSingleUser',
    open: openStoredProfile,
    message: "We couldn't refresh your profile. It may be out of date.",
    expectComplete: (page) => expect(page.getByRole('button', { name: 'Edit profile' })).toBeVisible(),
  },
  'the list of orders': {
    call: '/orders',
    open: openStoredProfile,
    expectComplete: (page) => expect(page.getByText('No orders yet')).toBeVisible(),
  },
};

for (const [name, { call, open, message = UNREACHABLE, expectComplete }] of Object.entries(screens)) {
  test(`${name} shows an error when the connection breaks, and a retry restores content and focus`, async ({
    page,
    shop,
  }) => {
    await abortCalls(page, call);
    await open(page, shop);
    const notice = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });
    await expect(notice).toContainText(message);
    const retry = notice.getByRole('button', { name: 'Retry' });
    await untilLogged(page, () => retry.click());
    await expect(retry).toBeEnabled();
    await stopIntercepting(page, call);
    await retry.click();
    await expectComplete(page);
    await expect(notice.filter({ has: retry })).toHaveCount(0);
    await expect(page.locator(':focus'), 'the focused element').toHaveCount(1);
  });
}

test('a product that was shown before stays if its refresh fails', async ({ page, product: { _id, title } }) => {
  await page.goto(`/product/${_id}`);
  await page.getByRole('link', { name: 'Back to products' }).click();
  await expect(page).toHaveURL('/');
  await respondWith(page, '/products/single/*', 503, { status: 'error', message: 'We are closed for a moment.' });
  await page.goBack();
  await expect(toast(page, 'We are closed for a moment.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
});
