import type { Page } from '@playwright/test';
import { holdResponse } from '../../../testing/responses.ts';
import type { Shop } from '../shop.ts';
import { expect, test } from '../test.ts';

const region = (page: Page) => page.getByRole('region', { name: 'Comments' });
const comments = (page: Page) => region(page).getByRole('list').first().getByRole('listitem');
const turnTo = (page: Page, number: number) =>
  region(page)
    .getByRole('link', { name: `Page ${number}` })
    .click();

/** Adds a product with a comment by a guest and one by each author, who rates it with so many stars. */
async function addRated(shop: Shop, rates: number[]): Promise<string> {
  const { _id: productId } = await shop.addProduct();
  await shop.addComment(productId, 'by a guest', { approved: true });
  for (const productRate of rates) {
    const author = await shop.newAccount();
    await shop.call('PATCH', '/products/single', { token: author.token, body: { productId, productRate } });
    await shop.addComment(productId, `for ${productRate} stars`, { author, approved: true });
  }
  return productId;
}

test('comments are sorted by newest or best, with the stars of their authors', async ({ page, shop }) => {
  const productId = await addRated(shop, [3, 5, 1]);
  await page.goto(`/product/${productId}`);
  await expect(comments(page)).toHaveText([/for 1 stars/, /for 5 stars/, /for 3 stars/, /by a guest/]);
  await region(page).getByLabel('Sort by').selectOption('Best');
  await expect(comments(page)).toHaveText([/for 5 stars/, /for 3 stars/, /for 1 stars/, /by a guest/]);
  await expect(page).toHaveURL(`/product/${productId}?sort=best`);
  await expect(comments(page).first().getByRole('img', { name: '5.00 out of 5 stars' })).toBeVisible();
  await expect(comments(page).last().getByRole('img')).toHaveCount(0);
  await page.goBack();
  await expect(comments(page).first()).toContainText('for 1 stars');
  await expect(region(page).getByLabel('Sort by')).toHaveValue('newest');
});

test('bars show how many ratings have each number of stars', async ({ page, shop }) => {
  const productId = await addRated(shop, [5, 5, 2, 5]);
  await page.goto(`/product/${productId}`);
  const rows = page.getByRole('table', { name: 'Ratings' }).getByRole('row');
  await expect(rows).toHaveText(['5 stars3', '4 stars0', '3 stars0', '2 stars1', '1 star0']);
  const width = (index: number) =>
    rows
      .nth(index)
      .getByRole('cell')
      .last()
      .locator('div div')
      .evaluate((bar) => bar.getBoundingClientRect().width / (bar.parentElement?.getBoundingClientRect().width ?? 0));
  expect(await width(0)).toBeCloseTo(0.75, 1);
  expect(await width(1)).toBe(0);
  expect(await width(3)).toBeCloseTo(0.25, 1);
});

test('comments are shown ten at a time; reload and Back restore the page', async ({ page, shop }) => {
  const { _id: productId } = await shop.addProduct();
  for (let number = 1; number <= 23; number++) await shop.addComment(productId, `comment ${number}.`);
  const ids = (await shop.comments(productId)).map(({ _id }) => _id);
  await shop.callAsAdmin('POST', '/admin/comment/bulk', { commentIds: ids, action: 'approve' });
  await page.goto(`/product/${productId}`);
  await expect(comments(page)).toHaveCount(10);
  await expect(comments(page).first()).toContainText('comment 23.');
  await expect(region(page)).toContainText('23 comments');
  await turnTo(page, 3);
  await expect(comments(page)).toHaveText([/comment 3\./, /comment 2\./, /comment 1\./]);
  await expect(page).toHaveURL(`/product/${productId}?page=3`);
  await page.reload();
  await expect(comments(page)).toHaveText([/comment 3\./, /comment 2\./, /comment 1\./]);
  await page.goBack();
  await expect(comments(page).first()).toContainText('comment 23.');
  await page.goto(`/product/${productId}?page=99`);
  await expect(page).toHaveURL(`/product/${productId}?page=3`);
  await expect(comments(page)).toHaveCount(3);
});

test('the previous page stays on screen until the next one arrives', async ({ page, shop }) => {
  const productId = await addRated(shop, [2, 4]);
  await page.goto(`/product/${productId}`);
  await expect(comments(page)).toHaveCount(3);
  const best = await holdResponse(page, '/comment/filter/*');
  await region(page).getByLabel('Sort by').selectOption('Best');
  await best.caught;
  await expect(comments(page).first()).toContainText('for 4 stars');
  await best.deliver();
  await expect(comments(page)).toHaveText([/for 4 stars/, /for 2 stars/, /by a guest/]);
});
