import { holdAnswer } from '../../testing/answers.ts';
import { cards, madeUpProduct, toast } from './steps.ts';
import { expect, test } from './test.ts';

/** Responses that the server gives before a change and the page receives after it. */

test('a late response about a product does not undo a rating', async ({ page, shopper, product }) => {
  const old = await holdAnswer(page, `/products/single/${product._id}`);
  await page.goto(`/product/${product._id}`);
  await old.caught;
  await page.getByRole('group', { name: 'Your rating' }).locator('label').nth(2).click();
  await page.getByRole('button', { name: 'Send rating' }).click();
  await expect(toast(page, 'Thank you for your rating')).toBeVisible();
  await expect(page.getByText('3.00 (1 rating)')).toBeVisible();
  await old.deliver();
  await expect(page.getByText('3.00 (1 rating)')).toBeVisible();
  await expect(page.getByText('You have already rated this product')).toBeVisible();
  expect(shopper.user.votedFor).toEqual([]);
});

test('a late response about the user does not undo an edit of the profile', async ({ page, shopper }) => {
  const old = await holdAnswer(page, '/user/getSingleUser');
  await page.goto('/profile');
  await old.caught;
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('City').fill('Oslo');
  await page.getByRole('button', { name: 'Save' }).click();
  const account = page.getByRole('region', { name: 'Your account' });
  await expect(account).toContainText('Oslo');
  await old.deliver();
  await expect(account).toContainText('Oslo');
  expect(shopper.user.city).toBe('');
});

test('a late response about one user does not show for the next', async ({ page, shop, shopper }) => {
  const next = await shop.newAccount();
  const old = await holdAnswer(page, '/user/getSingleUser');
  await page.goto('/authorization');
  await old.caught;
  await page.getByLabel('Email').fill(next.email);
  await page.getByLabel('Password', { exact: true }).fill(next.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('banner')).toContainText(next.username);
  await old.deliver();
  await expect(page.getByRole('banner')).toContainText(next.username);
  await expect(page.getByRole('banner')).not.toContainText(shopper.username);
});

test('a late response about the catalogue does not replace a newer one', async ({ page }) => {
  const [before, after] = [madeUpProduct({ title: 'Before' }), madeUpProduct({ title: 'After' })];
  const list = (product: object) => ({ json: { status: 'success', products: [product] } });
  const old = await holdAnswer(page, '/products', list(before));
  await page.goto('/');
  await old.caught;
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
  await page.route('**/api/v1/products', (route) => route.fulfill(list(after)));
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'After' })).toBeVisible();
  await old.deliver();
  await expect(page.getByRole('heading', { name: 'After' })).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
});
