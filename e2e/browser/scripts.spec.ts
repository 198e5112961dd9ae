import type { Request } from '@playwright/test';
import { hold, respondWith, stopIntercepting } from '../../testing/responses.ts';
import { cards, toast } from './steps.ts';
import { expect, test } from './test.ts';

const START = /\/assets\/index-[^/]+\.js$/;
const PRODUCT = /\/assets\/ProductPage-[^/]+\.js$/;
const CONTACT = /\/assets\/ContactPage-[^/]+\.js$/;

/** The catalogue needs a card to show. */
test.beforeEach(async ({ shop }) => {
  await shop.addProductOnly();
});

test('a slow script shows a notice with a reload button', async ({ page }) => {
  const script = await hold(page, START);
  await page.goto('/contact', { waitUntil: 'commit' });
  const waiting = page.getByText('Loading WebShop…');
  await expect(waiting).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible();
  script.release();
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

for (const address of ['/', '/contact']) {
  test(`${address} can be reloaded if its script fails to load`, async ({ page }) => {
    await page.route(START, (route) => route.abort());
    await page.goto(address);
    await page.unroute(START);
    await page.getByRole('button', { name: 'Reload page' }).click();
    await expect(page).toHaveURL(address);
    await page.getByRole('button', { name: /^Switch to dark/ }).click();
    await expect(page.getByRole('button', { name: /^Switch to light/ })).toBeVisible();
  });
}

test('the code of product pages loads ahead, but after that of the page', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (CONTACT.test(request.url())) loaded.push('contact');
    if (PRODUCT.test(request.url())) loaded.push('product');
  });
  await page.goto('/contact');
  await expect.poll(() => loaded).toEqual(['contact', 'product']);
});

test('a fast page shows no notice', async ({ page }) => {
  const script = await hold(page, START);
  await page.goto('/contact', { waitUntil: 'commit' });
  // The notice's delay is an animation: it is invisible until the animation ends.
  const waiting = page.getByText('Loading WebShop…');
  const shownAfter = () =>
    waiting.evaluate((element) => {
      // Restart the animation, which may have ended before this runs.
      element.style.animation = 'none';
      element.getAnimations();
      element.style.animation = '';
      const [delay] = element.getAnimations();
      delay?.pause();
      return Number(delay?.effect?.getComputedTiming().endTime ?? 0);
    });
  // The styles may load after the element.
  await expect.poll(shownAfter).toBeGreaterThan(0);
  await expect(waiting).toBeHidden();
  script.release();
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
});

test('without JavaScript the page says that it needs JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  // Playwright does not find text in a noscript element.
  const notice = page.locator('noscript p');
  await expect(notice).toBeVisible();
  await expect(notice).toHaveText('Turn on JavaScript to use WebShop.');
  await expect(page.getByText('Loading WebShop…')).toBeHidden();
  await context.close();
});

test('a page whose code fails to load shows an error, keeps the header usable, and works after a reload', async ({
  page,
}) => {
  await page.route(CONTACT, (route) => route.abort());
  await page.goto('/');
  const contact = page.getByRole('banner').getByRole('link', { name: 'Contact' });
  await contact.click();
  const failed = page.getByRole('heading', { name: 'Something went wrong' });
  await expect(failed).toBeFocused();
  await expect(page).toHaveTitle('Something went wrong · WebShop');
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(cards(page).first()).toBeVisible();
  await contact.click();
  await expect(failed).toBeVisible();
  await page.unroute(CONTACT);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
});

test('a product whose code fails to load can be bought after a reload', async ({ page, product }) => {
  await page.route(PRODUCT, (route) => route.abort());
  await page.goto(`/product/${product._id}`);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute(PRODUCT);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('link', { name: /^Cart/ })).toHaveAccessibleName('Cart, 1 item');
});

test('a part whose code fails to load keeps the rest usable and can be retried', async ({ page, product: { _id } }) => {
  const form = /\/assets\/CommentForm-[^/]+\.js$/;
  await page.route(form, (route) => route.abort());
  await page.goto(`/product/${_id}`);
  const notice = page.getByRole('alert').filter({ hasText: "We couldn't load the comment form." });
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('link', { name: /^Cart/ })).toHaveAccessibleName('Cart, 1 item');

  const isReachabilityCheck = (request: Request) => request.method() === 'HEAD';
  await page.route('/', (route) => (isReachabilityCheck(route.request()) ? route.abort() : route.fallback()));
  await notice.getByRole('button', { name: 'Retry' }).click();
  const unreachable = "We couldn't reach the shop. Check your connection and try again.";
  await expect(toast(page, unreachable)).toBeVisible();
  await page.unroute('/');
  await page.unroute(form);
  await notice.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByLabel('Write a comment')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Cart/ })).toHaveAccessibleName('Cart, 1 item');
});

test('a page that fails to load notifications says so and stays usable', async ({ page, product: { _id } }) => {
  await page.route(/\/assets\/Toasts-[^/]+\.js$/, (route) => route.abort());
  await page.goto(`/product/${_id}`);
  await expect(page.getByRole('alert')).toContainText("We couldn't load notifications.");
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('link', { name: /^Cart/ })).toHaveAccessibleName('Cart, 1 item');
});

test('a page that fails to render shows an error and a way out', async ({ page, product: { _id, title } }) => {
  const call = `/products/single/${_id}`;
  await respondWith(page, call, 200, { status: 'success', product: { _id, title } });
  await page.goto(`/product/${_id}`);
  const failed = page.getByRole('heading', { name: 'Something went wrong' });
  await expect(failed).toBeVisible();
  await page.getByRole('button', { name: 'Continue shopping' }).click();
  await expect(cards(page).first()).toBeVisible();
  await page.goto(`/product/${_id}`);
  await expect(failed).toBeVisible();
  await stopIntercepting(page, call);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});
