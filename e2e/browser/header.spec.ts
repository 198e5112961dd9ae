import type { Page } from '@playwright/test';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { hold } from '../../testing/responses.ts';
import type { Shop } from './shop.ts';
import { cards, cartItem, cartLink, logIn } from './steps.ts';
import { storeCart, stored } from './storage.ts';
import { expect, test } from './test.ts';

const header = (page: Page) => page.getByRole('banner');
const dropdown = (page: Page) => header(page).getByRole('region', { name: 'Cart' });

test('shows title, navigation, currency, cart count and a Login link', async ({ page }) => {
  await page.goto('/contact');
  await expect(header(page).getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  await expect(header(page).getByRole('link', { name: 'Contact' })).toHaveAttribute('aria-current', 'page');
  await expect(header(page).getByLabel('Currency')).toBeVisible();
  await expect(header(page).getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/authorization');
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items');
  await header(page).getByRole('link', { name: 'WebShop' }).click();
  await expect(page).toHaveURL('/');
  await cartLink(page).click();
  await expect(page).toHaveURL('/order');
});

test('reads Register on the login form and Login on the register form, and toggles them', async ({ page }) => {
  await page.goto('/authorization');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(header(page).getByRole('link', { name: 'Login' })).toHaveCount(0);
  await header(page).getByRole('link', { name: 'Register' }).click();
  await expect(main.getByText('Welcome to WebShop Register Page')).toBeVisible();
  await expect(header(page).getByRole('link', { name: 'Register' })).toHaveCount(0);
  await header(page).getByRole('link', { name: 'Login' }).click();
  await expect(main.getByRole('heading', { name: 'Login' })).toBeFocused();
});

test('has a user menu, without Dashboard for a shopper', async ({ page, shopper: { username } }) => {
  await page.goto('/contact');
  const button = header(page).getByRole('button', { name: username });
  const entry = (name: string) => header(page).getByText(name, { exact: true });
  await expect(entry('Profile')).toBeHidden();
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(entry('Profile')).toBeVisible();
  await expect(entry('Logout')).toBeVisible();
  await expect(entry('Dashboard')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(entry('Profile')).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await page.getByRole('main').click({ position: { x: 1, y: 1 } });
  await expect(entry('Profile')).toBeHidden();
});

test('logging out clears user and token in every tab, revokes the token and opens the login form', async ({
  page,
  context,
  shop,
}) => {
  const { username, token: own } = await logIn(page, await shop.newAccount());
  const other = await context.newPage();
  await other.goto('/contact');
  await expect(header(other)).toContainText(username);
  const token = await stored(page, 'token');
  expect(JSON.parse((await stored(page, 'user')) ?? '{}')).toMatchObject({ username });
  const readUser = (token: string | null) => {
    return page.request.get('/api/v1/user/getSingleUser', { headers: { Authorization: token ?? '' } });
  };
  expect((await readUser(token)).status()).toBe(200);
  await header(page).getByRole('button', { name: username }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/authorization');
  await expect(page.getByRole('main').getByRole('heading', { name: 'Login' })).toBeFocused();
  expect([await stored(page, 'user'), await stored(page, 'token')]).toEqual([null, null]);
  await expect(header(other).getByRole('link', { name: 'Login' })).toBeVisible();
  await expect.poll(async () => (await readUser(token)).status()).toBe(401);
  // The session on another device continues.
  expect((await readUser(own)).status()).toBe(200);
});

test.describe('the cart dropdown', () => {
  /** Opens the shop with two products in the cart: two units at 19.99€ and one at 1,200€. */
  async function openShop(page: Page, shop: Shop): Promise<[ProductView, ProductView]> {
    const [first, second] = [await shop.addProduct({ price: 19.99 }), await shop.addProduct({ price: 1200 })];
    await storeCart(page, [cartItem(first), cartItem(second, { count: 1 })]);
    await page.goto('/');
    return [first, second];
  }

  test('stays closed while the cart is empty', async ({ page, product }) => {
    await page.goto(`/product/${product._id}`);
    const add = page.getByRole('button', { name: 'Add to Cart' });
    await expect(add).toBeVisible();
    await cartLink(page).hover();
    await page.keyboard.press('Tab');
    await cartLink(page).focus();
    await expect(cartLink(page)).not.toHaveAttribute('aria-controls');
    await expect(dropdown(page)).toHaveCount(0);
    // Positive control: with an item, the same hover opens it.
    await add.click();
    await cartLink(page).hover();
    await expect(dropdown(page)).toBeVisible();
  });

  test('shows each item with picture, title, unit price and count, the total and Checkout', async ({ page, shop }) => {
    const [first] = await openShop(page, shop);
    await expect(dropdown(page)).toHaveCount(0);
    await cartLink(page).hover();
    const lines = dropdown(page).getByRole('listitem');
    await expect(lines).toHaveCount(2);
    await expect(lines.first()).toContainText(first.title);
    await expect(lines.first()).toContainText('19.99€ × 2');
    await expect(lines.last()).toContainText('1,200.00€ × 1');
    for (const line of await lines.all()) {
      await expect(line.locator('img')).toHaveAttribute('src', /^\/uploads\//);
      await expect(line.getByRole('button', { name: /^Remove / })).toBeVisible();
    }
    await expect(dropdown(page).getByText('1,239.98€', { exact: true })).toBeVisible();
    await dropdown(page).getByRole('link', { name: 'Checkout' }).click();
    await expect(page).toHaveURL('/order');
    await expect(dropdown(page)).toHaveCount(0);
  });

  test('removes items, and with the last one closes and removes the stored cart', async ({ page, shop }) => {
    const [first, second] = await openShop(page, shop);
    await cartLink(page).hover();
    await dropdown(page)
      .getByRole('button', { name: `Remove ${first.title}` })
      .click();
    await expect(dropdown(page).getByRole('listitem')).toHaveCount(1);
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item');
    await dropdown(page)
      .getByRole('button', { name: `Remove ${second.title}` })
      .click();
    await expect(dropdown(page)).toHaveCount(0);
    await expect(cartLink(page)).toBeFocused();
    expect(await stored(page, 'cart')).toBeNull();
  });

  test('closes when the pointer leaves, and works with the keyboard', async ({ page, shop }) => {
    await openShop(page, shop);
    await cartLink(page).hover();
    await expect(dropdown(page)).toBeVisible();
    await page.mouse.move(5, 600);
    await expect(dropdown(page)).toHaveCount(0);
    await page.keyboard.press('Tab');
    await cartLink(page).focus();
    await expect(dropdown(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dropdown(page)).toHaveCount(0);
    await expect(cartLink(page)).toBeFocused();
  });

  test('closes on Escape after hovering, without moving the focus', async ({ page, shop }) => {
    await openShop(page, shop);
    await page.getByRole('combobox', { name: 'Search products' }).focus();
    await cartLink(page).hover();
    await expect(dropdown(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dropdown(page)).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Search products' })).toBeFocused();
  });

  test('stays open under the pointer while the cart page takes the focus', async ({ page, shop }) => {
    await openShop(page, shop);
    const code = await hold(page, '**/assets/OrderPage-*.js');
    await cartLink(page).click();
    await code.caught;
    await page.mouse.move(5, 600);
    await cartLink(page).hover();
    await expect(dropdown(page)).toBeVisible();
    code.release();
    await expect(page.getByRole('heading', { name: 'Your cart' })).toBeFocused();
    await expect(dropdown(page)).toBeVisible();
  });

  test('closes after Checkout on the cart page', async ({ page, shop }) => {
    await openShop(page, shop);
    await cartLink(page).click();
    await expect(page).toHaveURL('/order');
    await page.mouse.move(5, 600);
    await cartLink(page).hover();
    await dropdown(page).getByRole('link', { name: 'Checkout' }).click();
    await expect(dropdown(page)).toHaveCount(0);
  });
});

test('has navigation, currency and theme in a menu on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  await expect(header(page).getByRole('link', { name: 'Contact' })).toBeHidden();
  const menu = header(page).getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect(header(page).getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await header(page).getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(header(page).getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
  const currency = header(page).getByLabel('Currency').filter({ visible: true });
  await currency.selectOption('USD');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', '$0');
  await header(page).getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/contact');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeFocused();
});

test('closes the phone menu on a link to the current page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/?page=2');
  const menu = header(page).getByRole('button', { name: 'Menu' });
  await menu.click();
  await header(page).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(menu).toBeFocused();
});

test('opens the cart when its icon is tapped', async ({ browser, baseURL, product }) => {
  const context = await browser.newContext({ baseURL, hasTouch: true, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await storeCart(page, [cartItem(product)]);
  await page.goto('/');
  await cartLink(page).tap();
  await expect(page).toHaveURL('/order');
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeFocused();
  await expect(dropdown(page)).toHaveCount(0);
  await context.close();
});

test('animates nothing with reduced motion', async ({ page, product }) => {
  await page.addInitScript(() => {
    const animated: string[] = [];
    Object.assign(window, { animated });
    // By its style, as a short animation may be over when a busy machine reports its start.
    const record = ({ type, target }: Event) => {
      // Spinners are exempt: they turn even with reduced motion.
      if (!(target instanceof Element) || target.matches('.spinner')) return;
      const { animationDuration, transitionDuration } = getComputedStyle(target);
      const seconds = (type === 'animationstart' ? animationDuration : transitionDuration).split(',').map(parseFloat);
      if (Math.max(...seconds) > 0.001) animated.push(target.outerHTML.slice(0, 120));
    };
    for (const type of ['animationstart', 'transitionstart']) document.addEventListener(type, record, true);
  });
  await storeCart(page, [cartItem(product)]);
  await page.goto('/');
  await expect(cards(page).first()).toBeVisible();
  /** Opens the dropdown. @returns the elements animated meanwhile */
  const openDropdown = async (): Promise<string[]> => {
    await page.mouse.move(5, 600);
    await expect(dropdown(page)).toHaveCount(0);
    await page.evaluate(() => void Reflect.get(window, 'animated').splice(0));
    await cartLink(page).hover();
    await expect(dropdown(page)).toBeVisible();
    return page.evaluate(async () => {
      // The compositor of a busy machine starts an animation late; one that follows scrolling waits for it.
      const started = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
      await Promise.allSettled(started.map(({ ready }) => ready));
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return Reflect.get(window, 'animated') as string[];
    });
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await openDropdown()).toEqual([]);
  // Positive control: without the setting, the same dropdown is animated.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await openDropdown()).toContainEqual(expect.stringContaining('aria-label="Cart"'));
});

test("switches from the system's theme and keeps the choice", async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await background();
  await header(page).getByRole('button', { name: 'Switch to light theme' }).click();
  await expect.poll(background).not.toBe(dark);
  const light = await background();
  await page.reload();
  await expect(header(page).getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  expect(await background()).toBe(light);
});

test('prints in light colors in each theme', async ({ page }) => {
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/contact');
  const onPaper = await ink();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await ink()).not.toBe(onPaper);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await ink()).toBe(onPaper);
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
  await header(page).getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect.poll(ink).not.toBe(onPaper);
  await page.emulateMedia({ media: 'print' });
  expect(await ink()).toBe(onPaper);
});

test("sets the browser bar's color and the theme in every tab", async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const barColor = (page: Page) =>
    page.evaluate(() => {
      const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
      return [...metas].filter(({ media }) => matchMedia(media).matches).map(({ content }) => content);
    });
  expect(await barColor(page)).toEqual(['#181b1e']);
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'dark' });
  await other.goto('/');
  await header(page).getByRole('button', { name: 'Switch to light theme' }).click();
  expect(await barColor(page)).toEqual(['#ffffff']);
  await expect(header(other).getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  expect(await barColor(other)).toEqual(['#ffffff']);
  await page.reload();
  expect(await barColor(page)).toEqual(['#ffffff']);
  await header(page).getByRole('button', { name: 'Switch to dark theme' }).click();
  expect(await barColor(page)).toEqual(['#181b1e']);
});
