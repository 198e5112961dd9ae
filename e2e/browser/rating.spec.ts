import { answerWith } from '../../testing/answers.ts';
import { toast, watchChanges } from './steps.ts';
import { storeAccount, stored } from './storage.ts';
import { expect, test } from './test.ts';

test.describe('rating', () => {
  test('a visitor is asked to log in, and nothing is sent', async ({ page, product: { _id } }) => {
    const changes = watchChanges(page);
    await page.goto(`/product/${_id}`);
    await page.getByText('Your rating').waitFor();
    await expect(page.getByRole('radio')).toHaveCount(5);
    await page.getByRole('group', { name: 'Your rating' }).locator('label').nth(3).click();
    await expect(toast(page, 'Please login to rate this product')).toBeVisible();
    await expect(page.getByRole('radio', { name: '4 stars' })).not.toBeChecked();
    await page.getByRole('link', { name: 'Log in to rate' }).click();
    await expect(page).toHaveURL('/authorization');
    expect(changes).toEqual([]);
  });

  test('leaves no star coloured for a visitor whose finger pressed one', async ({
    browser,
    baseURL,
    product: { _id },
  }) => {
    const context = await browser.newContext({ baseURL, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto(`/product/${_id}`);
    const star = page.getByRole('group', { name: 'Your rating' }).locator('label').nth(3);
    // A real finger leaves the hover behind where it has pressed, a made-up one does not: so it is the pointer that presses.
    await star.click();
    expect(await star.evaluate((element) => [element.matches(':hover'), matchMedia('(hover: hover)').matches])).toEqual(
      [true, false],
    );
    await expect(toast(page, 'Please login to rate this product')).toBeVisible();
    await expect(star.locator('svg')).toHaveCSS('fill', 'none');
    await context.close();
  });

  test('colours the stars up to the one under the pointer, else up to the chosen one', async ({
    page,
    product: { _id },
    shop,
  }) => {
    await storeAccount(page, await shop.newAccount());
    await page.goto(`/product/${_id}`);
    const stars = page.getByRole('group', { name: 'Your rating' }).locator('label');
    const coloured = () =>
      stars
        .locator('svg')
        .evaluateAll((drawings) => drawings.filter((drawing) => getComputedStyle(drawing).fill !== 'none').length);
    await stars.nth(3).click();
    await expect.poll(coloured).toBe(4);
    await stars.nth(1).hover();
    await expect.poll(coloured).toBe(2);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(coloured).toBe(4);
  });

  test('counts once for each user, by keyboard alone, and shows in the average at once', async ({
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

  test('that was given elsewhere meanwhile is refused in the server’s words, and the page then knows', async ({
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
    await page.getByRole('button', { name: 'Send rating' }).click();
    await expect(toast(page, 'You have already rated this product')).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
  });

  test('that fails without a sentence of its own has the fallback, and can be tried again', async ({
    page,
    product: { _id },
    shop,
  }) => {
    await storeAccount(page, await shop.newAccount());
    await page.goto(`/product/${_id}`);
    await answerWith(page, '/products/single', 500, { status: 'error' });
    await page.getByRole('group', { name: 'Your rating' }).locator('label').nth(1).click();
    await page.getByRole('button', { name: 'Send rating' }).click();
    await expect(toast(page, 'Rate product failed. Please try again.')).toBeVisible();
    await expect(page.getByRole('radio', { name: '2 stars' })).toBeChecked();
  });
});
