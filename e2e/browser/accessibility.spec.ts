import type { Page } from '@playwright/test';
import { respondWith } from '../../testing/responses.ts';
import { expectAccessible, loadAxe, overflow, violations } from './accessible.ts';
import type { Shop } from './shop.ts';
import {
  cardForm,
  cards,
  cartItem,
  goToCart,
  keepToasts,
  madeUpComment,
  madeUpOrder,
  madeUpProduct,
  respondWithComments,
  stopClock,
  toast,
} from './steps.ts';
import { storeAccount, storeCart } from './storage.ts';
import { smallTargets } from './targets.ts';
import { expect, test } from './test.ts';

// Without motion: axe would measure the contrast of a color in transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Every screen with its own URL, and the steps that open it. */
const screens: Record<string, (page: Page, shop: Shop) => Promise<unknown>> = {
  'the catalogue': async (page, shop) => {
    const { categoryId } = await shop.addProduct();
    await shop.addProduct({ categoryId: categoryId._id });
    await page.goto('/');
    await expect(cards(page).first()).toBeVisible();
  },
  'the catalogue without a match': async (page) => {
    await page.goto('/?search=no+such+thing');
    await expect(page.getByText('There are no products')).toBeVisible();
  },
  'the catalogue that failed to load': async (page) => {
    await respondWith(page, '/products?*', 500, {});
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  },
  'the cart': async (page, shop) => {
    const product = await shop.addProduct();
    await storeCart(page, [cartItem(product, { price: 1 }), cartItem(await shop.addProduct(), { count: 50 })]);
    await page.goto('/order');
    await expect(page.getByText(`${product.title} now costs`)).toBeVisible();
    await keepToasts(page);
  },
  'the empty cart': async (page) => {
    await page.goto('/order');
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  },
  'the failed payment': async (page) => {
    await storeCart(page, [cartItem(madeUpProduct())]);
    await page.goto('/order?redirect_status=failed');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
  'the register form with errors': async (page) => {
    await page.goto('/authorization');
    await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByText('Username is required')).toBeVisible();
  },
  'the contact form with errors': async (page) => {
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Email is required!')).toBeVisible();
  },
  'the reset form with errors': async (page) => {
    await page.goto('/resetPassword/any-token');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await expect(page.getByText('Confirm new password is required!')).toBeVisible();
  },
  'a dead link to confirm an email': async (page) => {
    await page.goto('/verify/any-token');
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  },
  'a confirmed email': async (page) => {
    await respondWith(page, '/user/verifyEmail/*', 200, { status: 'success', message: 'Your email is confirmed' });
    await page.goto('/verify/any-token');
    await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  },
  'an unknown URL': async (page) => {
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  'the page whose script fails to load': async (page) => {
    await page.route(/\/assets\/index-[^/]+\.js$/, (route) => route.abort());
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible();
  },
};

for (const [name, open] of Object.entries(screens)) {
  test(`${name} is accessible in both themes, at 390 and 1440 px`, async ({ page, shop }) => {
    await open(page, shop);
    await expectAccessible(page, name);
  });
}

test('a product with ratings, comments and toasts is accessible', async ({ page, product: { _id } }) => {
  await respondWithComments(page, [madeUpComment({ rate: 4 }), madeUpComment()]);
  await page.goto(`/product/${_id}`);
  await expect(page.getByText('January 5, 2026')).toHaveCount(2);
  await keepToasts(page);
  await page.getByRole('group', { name: 'Your rating' }).locator('label').first().click();
  await page.getByRole('button', { name: 'Post comment' }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  // Adding once more replaces the toast of the first time.
  await expect(toast(page, /./)).toHaveCount(2);
  await expectAccessible(page, 'a product with toasts');
});

test('the cart dropdown and a zoomed picture are accessible', async ({ page, product }) => {
  await storeCart(page, [cartItem(product)]);
  await page.goto(`/product/${product._id}`);
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: /^Cart/ }).focus();
  await expect(page.getByRole('region', { name: 'Cart' })).toBeVisible();
  await expectAccessible(page, 'the cart dropdown');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Enlarge picture' }).click();
  await expect(page.getByRole('dialog', { name: product.title })).toBeVisible();
  await expectAccessible(page, 'the zoomed picture');
});

test('the phone menu is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/contact');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('link', { name: 'Home' })).toBeVisible();
  await expectAccessible(page, 'the menu', [390]);
});

test('the login form with errors and the Forgot password dialog are accessible', async ({ page }) => {
  await page.goto('/authorization');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expectAccessible(page, 'the login form');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('dialog').getByText('Email is required')).toBeVisible();
  await expectAccessible(page, 'the Forgot password dialog');
});

test('the profile with orders and the user menu are accessible', async ({ page, shopper: { username } }) => {
  const lines = [{ productId: 'p', title: 'Thing', price: 10, count: 2 }];
  const order = { _id: 'o', number: 1001, currency: 'EUR', amount: 20, lines, date: '2026-01-05T12:00:00Z' };
  const states = ['pending', 'paid', 'failed', 'canceled', 'refunded'];
  const orders = states.map((state) => ({ ...order, _id: state, state }));
  await respondWith(page, '/orders', 200, { status: 'success', orders });
  await page.goto('/profile');
  await expect(page.getByText('Payment pending')).toBeVisible();
  await expect(page.getByText('This device')).toBeVisible();
  await expectAccessible(page, 'the profile');

  await page.getByRole('banner').getByRole('button', { name: username }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expectAccessible(page, 'the user menu');
});

test('the profile and password forms with errors are accessible', async ({ page, shop }) => {
  await storeAccount(page, await shop.newAccount());
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('Username').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expectAccessible(page, 'editing the profile');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Current password is required!')).toBeVisible();
  await expectAccessible(page, 'changing the password');
});

test('the payment with its card form and its result are accessible', async ({ page, shop }) => {
  await goToCart(page, shop);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay / })).toBeEnabled();
  await expectAccessible(page, 'the payment');

  const order = madeUpOrder([{ ...madeUpProduct(), count: 2 }]);
  await respondWith(page, '/payment/return', 200, { status: 'success', order });
  // Time stops, so that the result stays until the click.
  await stopClock(page);
  await page.goto('/order?redirect_status=succeeded&payment_intent=pi_1');
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await page.clock.resume();
  await expect(page.getByRole('link', { name: '1001', exact: true })).toBeVisible();
  await expectAccessible(page, 'the result of a payment');
});

test('positive control: finds faint text, an unnamed button, a wide element and a small link', async ({ page }) => {
  await page.goto('/contact');
  await page.getByRole('main').evaluate((main) => {
    const add = (tag: string, values: object, style: object) => {
      const element = Object.assign(document.createElement(tag), values);
      Object.assign(element.style, style);
      main.append(element);
    };
    add('button', { id: 'unnamed' }, {});
    add('p', { id: 'faint', textContent: 'Faint' }, { color: '#888', background: '#999' });
    add('p', { id: 'wide', textContent: 'Wide' }, { width: '2000px' });
    add('a', { id: 'small', textContent: 'Small', href: '/' }, { padding: 0, lineHeight: 1, display: 'inline-block' });
  });
  await loadAxe(page);
  const found = await violations(page);
  expect(found).toHaveLength(2);
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^button-name: .*unnamed/),
      expect.stringMatching(/^color-contrast: .*faint/),
    ]),
  );
  expect(await overflow(page)).toBeGreaterThan(0);
  expect(await page.evaluate(smallTargets)).toEqual([
    expect.stringMatching(/^0 × 0: .*unnamed/),
    expect.stringMatching(/^\d+ × 1\d: .*small/),
  ]);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('all fields have type that iOS does not zoom in on', async ({ page, shop, product }) => {
    const smallFields = () =>
      page
        .locator('input, select, textarea')
        .evaluateAll((fields) =>
          fields
            .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
            .map((field) => field.outerHTML),
        );
    await page.goto(`/category/${product.categoryId.slug}`);
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByLabel('From')).toBeVisible();
    expect(await smallFields()).toEqual([]);
    await storeAccount(page, shop.admin);
    for (const path of ['/dashboard/orders', '/dashboard/products', `/dashboard/products/${product._id}`]) {
      await page.goto(path);
      await expect(page.locator('main :is(input, select, textarea)').first()).toBeVisible();
      expect(await smallFields(), path).toEqual([]);
    }
  });
});
