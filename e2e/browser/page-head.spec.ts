import type { Page } from '@playwright/test';
import { respondWith } from '../../testing/responses.ts';
import { cartItem, madeUpProduct } from './steps.ts';
import { storeAccount, storeCart } from './storage.ts';
import { expect, test } from './test.ts';

/** The catalogue needs a card to show. */
test.beforeEach(async ({ shop }) => {
  await shop.addProductOnly();
});

test.describe('the head of a page', () => {
  const description = (page: Page) => page.locator('meta[name="description"]').getAttribute('content');

  test('changes its title and description with the page', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveTitle('WebShop');
    const first = await description(page);
    await page.getByRole('link', { name: 'View Product' }).first().click();
    const heading = page.getByRole('heading', { level: 1 });
    // Neither may still belong to the previous page.
    await expect.poll(async () => `${await heading.textContent()} · WebShop` === (await page.title())).toBe(true);
    const second = await description(page);
    await page.goto('/contact');
    await page.getByRole('heading', { name: 'Contact Us' }).waitFor();
    expect(new Set([first, second, await description(page)]).size).toBe(3);
  });

  test('has a title on every page', async ({ page, shop }) => {
    await storeAccount(page, await shop.newAccount());
    await page.goto('/profile');
    await expect(page).toHaveTitle('Profile · WebShop');
    const titles = {
      '/order': 'Your cart is empty · WebShop',
      '/authorization': 'Login · WebShop',
      '/resetPassword/token': 'Reset password · WebShop',
      '/no/such/page': 'Page not found · WebShop',
      '/order?redirect_status=failed': 'Payment failed · WebShop',
    };
    for (const [address, title] of Object.entries(titles)) {
      await page.goto(address);
      await expect(page).toHaveTitle(title);
    }
    await page.goto('/authorization');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveTitle('Register · WebShop');
    await storeCart(page, [cartItem(madeUpProduct())]);
    await respondWith(page, '/products?*', 500, {});
    await page.goto('/order');
    await expect(page).toHaveTitle('Your cart · WebShop');
  });

  test('is in the HTML of a product and violates no content security policy', async ({
    page,
    product: { _id, title },
  }) => {
    const problems: string[] = [];
    page.on('console', (entry) => entry.type() === 'error' && problems.push(entry.text()));
    const html = await (await page.request.get(`/product/${_id}`)).text();
    expect(html).toContain('application/ld+json');
    expect(html).toMatch(/<meta property="og:image" content="http:\/\/[^"]+\/uploads\/[^"]+" \/>/);
    await page.goto(`/product/${_id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · WebShop`);
    expect(problems).toEqual([]);
    // Positive control: a picture of another site violates the policy and logs an error.
    await page.evaluate(() => {
      new Image().src = 'https://other.example/picture.png';
    });
    await expect.poll(() => problems).toHaveLength(1);
  });

  test('a missing product and an unknown URL respond with 404 and link to the shop', async ({ page }) => {
    for (const address of ['/product/0', `/product/${crypto.randomUUID()}`, '/no/such/page']) {
      const response = await page.goto(address);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
      await expect(page).toHaveTitle('Page not found · WebShop');
    }
    await page.getByRole('main').getByRole('link', { name: 'Continue shopping' }).click();
    await expect(page).toHaveURL('/');
  });
});
