import type { Page } from '@playwright/test';
import { shortId } from './shop.ts';
import {
  CARDS,
  cardForm,
  cartLink,
  heading,
  madeUpProduct,
  newCredentials,
  payButton,
  serveProducts,
  toast,
} from './steps.ts';
import { stored } from './storage.ts';
import { STOPS_MAX, showsFocus, tabTo } from './tabs.ts';
import { expect, test } from './test.ts';

// Without smooth scrolling, the focused element is in view at once.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/**
 * Whether the focused element is new, and then what showsFocus says about it; null if not, as Tab has left the page or
 * started over. Runs in a page with showsFocus.
 */
function visitFocused(): string | null {
  const element = document.activeElement;
  if (!element || element === document.body || element.hasAttribute('data-visited')) return null;
  element.setAttribute('data-visited', '');
  return Reflect.get(window, 'showsFocus')(element);
}

test('buys a product with the keyboard alone', async ({ page, shop }) => {
  const name = shortId();
  await shop.addProduct({ title: `Laptop ${name}` });
  const post = { code: `post-${name}`, name: 'Post', price: 5, minDays: 1, maxDays: 3 };
  await shop.callAsAdmin('POST', '/admin/shipping-method', post);
  const { keyboard } = page;
  const main = page.getByRole('main');
  const { email, username, password } = newCredentials();

  await page.goto('/');
  await expect(page.getByRole('combobox', { name: 'Search products' })).toBeVisible();
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('combobox', { name: 'Search products' }));
  await keyboard.type(name);
  await tabTo(page, page.getByRole('slider'));
  await keyboard.press('ArrowRight');
  await tabTo(page, page.getByLabel('Sort by'));
  await keyboard.press('ArrowDown');
  await expect(page).toHaveURL(`/?search=${name}&minPrice=1&sort=asc`);
  await expect(page.getByRole('link', { name: 'View Product' })).toHaveCount(1);
  await tabTo(page, page.getByRole('link', { name: 'View Product' }));
  await keyboard.press('Enter');

  await expect(main.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  await expect(heading(page, /./)).toBeFocused();
  await tabTo(page, main.getByRole('button', { name: 'Add to Cart' }));
  await keyboard.press('Space');
  await expect(toast(page, "You've added new item to cart")).toBeVisible();
  await tabTo(page, cartLink(page), 'Shift+Tab');
  await tabTo(page, page.getByRole('link', { name: 'Checkout' }));
  await keyboard.press('Enter');

  await expect(heading(page, 'Your cart')).toBeFocused();
  await tabTo(page, main.getByRole('button', { name: /^Increase quantity of/ }));
  await keyboard.press('Enter');
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
  await tabTo(page, main.getByRole('button', { name: 'Proceed to Payment' }));
  await keyboard.press('Enter');
  await expect(toast(page, 'Have to be login.')).toBeVisible();
  await tabTo(page, main.getByRole('link', { name: 'Log in' }));
  await keyboard.press('Enter');

  await expect(heading(page, 'Login')).toBeFocused();
  await tabTo(page, main.getByRole('link', { name: 'Create an account' }));
  await keyboard.press('Enter');
  await expect(heading(page, /Register/)).toBeFocused();
  await tabTo(page, main.getByLabel('Email'));
  await keyboard.type(email);
  await tabTo(page, main.getByLabel('Username'));
  await keyboard.press('Enter');
  await expect(main.getByLabel('Username')).toBeFocused();
  await keyboard.type(username);
  await tabTo(page, main.getByLabel('Password', { exact: true }));
  await keyboard.type(password);
  await keyboard.press('Enter');
  await expect(heading(page, 'Login')).toBeVisible();
  await expect(main.getByLabel('Password', { exact: true })).toBeFocused();
  await keyboard.press('Enter');

  await expect(page).toHaveURL('/order');
  await expect(heading(page, 'Your cart')).toBeFocused();
  await tabTo(page, main.getByRole('button', { name: 'Proceed to Payment' }));
  await keyboard.press('Enter');

  await expect(heading(page, 'Delivery and payment')).toBeFocused();
  await expect(payButton(page)).toBeEnabled();
  // Before the first way to deliver comes the last one, which needs no address.
  await tabTo(page, main.getByRole('group', { name: 'Shipping method' }).getByRole('radio', { checked: true }));
  await keyboard.press('ArrowUp');
  await expect(main.getByRole('radio', { name: /^Collect in store/ })).toBeChecked();
  await expect(payButton(page)).toBeEnabled();
  await tabTo(page, cardForm(page).getByLabel('Card number'));
  await keyboard.type(CARDS.success.replaceAll(' ', ''));
  await keyboard.type('1234');
  await keyboard.type('123');
  await expect(cardForm(page).getByLabel('Security code')).toHaveValue('123');
  await tabTo(page, payButton(page));
  await keyboard.press('Enter');
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  await expect.poll(() => stored(page, 'cart')).toBeNull();
});

/** Counts the keys that a page's user presses. A character that is typed is one. */
function countKeys({ keyboard }: Page): () => number {
  let count = 0;
  const { press, type } = keyboard;
  keyboard.press = (...keys) => {
    count += 1;
    return press.apply(keyboard, keys);
  };
  keyboard.type = (text, options) => {
    count += text.length;
    return type.call(keyboard, text, options);
  };
  return () => count;
}

test('a shopper who has bought before pays for another product with 60 keys', async ({ page, shop, shopper }) => {
  const { keyboard } = page;
  const main = page.getByRole('main');
  const name = `lamp${shortId().slice(0, 2)}`;
  const product = await shop.addProduct({ title: `Lamp ${name}`, price: 10 });
  const post = { code: `post-${name}`, name: `Post ${name}`, price: 5, minDays: 1, maxDays: 3 };
  await shop.callAsAdmin('POST', '/admin/shipping-method', post);
  const delivery = { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
  const last = await shop.placeOrder(product, shopper, { amount: 25, shippingMethod: post.code, delivery });
  await shop.pay(last);
  await expect.poll(async () => (await shop.readOrder(last)).state).toBe('paid');

  await page.goto('/');
  const keys = countKeys(page);
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('combobox', { name: 'Search products' }));
  await keyboard.type(name);
  await expect(page.getByRole('option', { name: product.title })).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');

  await expect(heading(page, product.title)).toBeFocused();
  await tabTo(page, main.getByRole('button', { name: 'Add to Cart' }));
  await keyboard.press('Enter');
  await tabTo(page, main.getByRole('link', { name: 'View cart' }));
  await keyboard.press('Enter');

  await expect(heading(page, 'Your cart')).toBeFocused();
  await tabTo(page, main.getByRole('button', { name: 'Proceed to Payment' }));
  await keyboard.press('Enter');

  await expect(heading(page, 'Delivery and payment')).toBeFocused();
  await expect(main.getByRole('radio', { name: post.name })).toBeChecked();
  await expect(main.getByText(delivery.address)).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  await tabTo(page, cardForm(page).getByLabel('Card number'));
  await keyboard.type(CARDS.success.replaceAll(' ', ''));
  await keyboard.type('1234');
  await keyboard.type('123');
  await keyboard.press('Enter');
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  expect(keys()).toBeLessThanOrEqual(60);
});

const softly = expect.configure({ soft: true });

for (const width of [390, 1440]) {
  test(`every focused element is visible at ${width} px`, async ({ page, product: { _id } }) => {
    await page.setViewportSize({ width, height: 700 });
    const products = Array.from({ length: 4 }, () => madeUpProduct());
    await serveProducts(page, products);
    await page.addInitScript(`window.showsFocus = ${showsFocus}`);
    const screens = {
      '/': page.getByRole('link', { name: 'View Product' }).last(),
      [`/product/${_id}`]: page.getByText('No comments yet.'),
      '/authorization': page.getByLabel('Email'),
      '/contact': page.getByLabel('Message'),
    };
    for (const [address, content] of Object.entries(screens)) {
      await page.goto(address);
      await expect(content).toBeVisible();
      let stops = 0;
      for (; stops < STOPS_MAX; stops++) {
        await page.keyboard.press('Tab');
        const shown = await page.evaluate(visitFocused);
        if (shown === null) break;
        // The browser may scroll to it after the key.
        if (shown !== 'seen')
          await softly.poll(() => page.locator(':focus').evaluate(showsFocus), address).toBe('seen');
      }
      expect(stops, `tab stops on ${address}`).toBeGreaterThan(10);
    }
  });
}

test('the price slider shows the focus on its thumb', async ({ page, shop }) => {
  await shop.addProductOnly();
  await page.goto('/');
  const slider = page.getByRole('slider');
  await expect(slider).toBeEnabled();
  await page.getByRole('combobox', { name: 'Search products' }).focus();
  const without = await slider.screenshot();
  await page.keyboard.press('Tab');
  await expect(slider).toBeFocused();
  expect(without.equals(await slider.screenshot())).toBe(false);
});
