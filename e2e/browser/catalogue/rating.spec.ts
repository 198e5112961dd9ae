import { respondWith } from '../../../testing/responses.ts';
import { expectNothingSent, toast, watchChanges } from '../steps.ts';
import { storeAccount, stored } from '../storage.ts';
import { expect, test } from '../test.ts';

test.describe('rating', () => {
  test('asks a visitor to log in and sends nothing', async ({ page, product: { _id } }) => {
    const changes = watchChanges(page);
    await page.goto(`/product/${_id}`);
    await page.getByText('Your rating').waitFor();
    await expect(page.getByRole('radio')).toHaveCount(5);
    await page.getByRole('group', { name: 'Your rating' }).locator('label').nth(3).click();
    await expect(toast(page, 'Please login to rate this product')).toBeVisible();
    await expect(page.getByRole('radio', { name: '4 stars' })).not.toBeChecked();
    await page.getByRole('link', { name: 'Log in to rate' }).click();
    await expect(page).toHaveURL('/authorization');
    await expectNothingSent(page, changes);
  });

  test("colors no star after a visitor's tap", async ({ browser, baseURL, product: { _id } }) => {
    const context = await browser.newContext({ baseURL, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto(`/product/${_id}`);
    const star = page.getByRole('group', { name: 'Your rating' }).locator('label').nth(3);
    // Unlike a real finger, a simulated tap leaves no :hover behind, so the mouse clicks.
    await star.click();
    expect(await star.evaluate((element) => [element.matches(':hover'), matchMedia('(hover: hover)').matches])).toEqual(
      [true, false],
    );
    await expect(toast(page, 'Please login to rate this product')).toBeVisible();
    await expect(star.locator('svg')).toHaveCSS('fill', 'none');
    await context.close();
  });

  test('colors the stars up to the hovered one, else up to the chosen one', async ({
    page,
    product: { _id },
    shop,
  }) => {
    await storeAccount(page, await shop.newAccount());
    await page.goto(`/product/${_id}`);
    const stars = page.getByRole('group', { name: 'Your rating' }).locator('label');
    const colored = () =>
      stars
        .locator('svg')
        .evaluateAll((drawings) => drawings.filter((drawing) => getComputedStyle(drawing).fill !== 'none').length);
    await stars.nth(3).click();
    await expect.poll(colored).toBe(4);
    await stars.nth(1).hover();
    await expect.poll(colored).toBe(2);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(colored).toBe(4);
  });

  test('works with the keyboard alone, counts once per user and updates the average at once', async ({
    page,
    product: { _id },
    shop,
  }) => {
    await storeAccount(page, await shop.newAccount());
    await page.goto(`/product/${_id}`);
    await page.getByRole('radio', { name: '1 star', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Thank you for your rating')).toBeVisible();
    await expect(page.getByText('You have already rated this product')).toBeVisible();
    await expect(page.getByText('3.00 (1 rating)')).toBeVisible();
    expect(JSON.parse((await stored(page, 'user')) ?? '{}').votedFor).toEqual([_id]);
    await page.reload();
    await expect(page.getByText('You have already rated this product')).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
  });

  test("a second rating from another tab is rejected with the server's message", async ({
    page,
    product: { _id },
    shop,
  }) => {
    await storeAccount(page, await shop.newAccount());
    await page.goto(`/product/${_id}`);
    await page.getByText('Your rating').waitFor();
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    await page.request.patch('/api/v1/products/single', {
      headers: { Authorization: token },
      data: { productId: _id, productRate: 5 },
    });
    await page.getByRole('group', { name: 'Your rating' }).locator('label').nth(0).click();
    await page.getByRole('button', { name: 'Submit rating' }).click();
    await expect(toast(page, 'You have already rated this product')).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
  });

  test('a failure without a server message shows the fallback and keeps the choice', async ({
    page,
    product: { _id },
    shop,
  }) => {
    await storeAccount(page, await shop.newAccount());
    await page.goto(`/product/${_id}`);
    await respondWith(page, '/products/single', 500, { status: 'error' });
    await page.getByRole('group', { name: 'Your rating' }).locator('label').nth(1).click();
    await page.getByRole('button', { name: 'Submit rating' }).click();
    await expect(toast(page, 'Rate product failed. Please try again.')).toBeVisible();
    await expect(page.getByRole('radio', { name: '2 stars' })).toBeChecked();
  });
});
