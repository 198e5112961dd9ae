import type { Page } from '@playwright/test';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { hold } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import type { Account, Shop } from '../shop.ts';
import { badGateway, expectNothingSent, watchChanges } from '../steps.ts';
import { expect, test } from '../test.ts';
import { rowOf, rows } from './table.ts';

type Comment = { content: string; approved?: boolean; author?: Account };

test.use({ login: 'admin' });

/** Adds comments on a product; the first is the newest. */
async function write(shop: Shop, { _id }: ProductView, comments: Comment[]): Promise<void> {
  for (const { content, ...options } of comments.toReversed()) await shop.addComment(_id, content, options);
}

/** Opens the table, filtered to the comments on one product. */
async function openComments(page: Page, { title }: ProductView, filter = ''): Promise<void> {
  await page.goto(`/dashboard/comments?search=${encodeURIComponent(title)}${filter}`);
  await expect(
    rows(page)
      .first()
      .getByRole('button', { name: /^Delete/ }),
  ).toBeVisible();
}

test('the table shows number, product, author, comment, date and actions, pending ones first', async ({
  page,
  shop,
  product,
}) => {
  const author = await shop.newAccount();
  await write(shop, product, [
    { content: 'Approved, the newest', approved: true, author },
    { content: 'Waiting, newer' },
    { content: 'Waiting, older' },
  ]);
  await openComments(page, product);
  const headings = page.getByRole('columnheader');
  const names = ['No.', 'Product', 'Author', 'Comment', 'Date', 'Status', 'Delete'];
  await expect(headings).toHaveText([/Select all comments/, ...names]);
  await expect(rows(page).locator(':is(td, th):nth-child(5)')).toHaveText([
    'Waiting, newer',
    'Waiting, older',
    'Approved, the newest',
  ]);
  const cells = rowOf(page, 'Approved, the newest').locator('td, th');
  await expect(cells.nth(1)).toHaveText('3');
  await expect(cells.nth(2).getByRole('link')).toHaveAttribute('href', `/product/${product._id}`);
  await expect(cells.nth(3)).toHaveText(author.username);
  const [approved] = await shop.comments(product._id);
  const date = new Date(approved?.date ?? '').toLocaleDateString('en-US', { dateStyle: 'medium' });
  await expect(cells.nth(5)).toHaveText(date);
  await expect(cells.nth(6).getByRole('button', { name: /^Forbid/ })).toBeVisible();
  await expect(rowOf(page, 'Waiting, older').getByRole('button', { name: /^Approve/ })).toBeVisible();
});

test('an empty table says so', async ({ page }) => {
  await page.route(/\/api\/v1\/comment\?/, (route) =>
    route.fulfill({ json: { status: 'success', allComments: [], total: 0 } }),
  );
  await page.goto('/dashboard/comments');
  await expect(page.getByText("There isn't any comment")).toBeVisible();
});

test("an approved comment shows on its product's page until it is forbidden", async ({ page, shop, product }) => {
  await write(shop, product, [{ content: 'Under review' }]);
  await openComments(page, product);
  const row = rowOf(page, 'Under review');
  await row.getByRole('button', { name: /^Approve/ }).click();
  await expect(page.getByText('Comment approved')).toBeVisible();
  const visitor = await page.context().newPage();
  await visitor.goto(`/product/${product._id}`);
  await expect(visitor.getByText('Under review')).toBeVisible();
  await row.getByRole('button', { name: /^Forbid/ }).click();
  await expect(page.getByText('Comment forbidden')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Approve/ })).toBeFocused();
  await visitor.reload();
  await expect(visitor.getByText('No comments yet.')).toBeVisible();
});

test('a failed status change reverts and shows why', async ({ page, shop, product }) => {
  await write(shop, product, [{ content: 'Under review' }]);
  await openComments(page, product);
  await page.route('**/api/v1/comment', badGateway);
  const failure = await hold(page, '**/api/v1/comment');
  const row = rowOf(page, 'Under review');
  await row.getByRole('button', { name: /^Approve/ }).click();
  await expect(row.getByRole('button', { name: /^Forbid/ })).toBeVisible();
  failure.release();
  await expect(row.getByRole('button', { name: /^Approve/ })).toBeVisible();
  await expect(page.getByText('Change comment status failed. Please try again.')).toBeVisible();
});

test('approving a pending comment removes it from the filter and focuses the next one', async ({
  page,
  shop,
  product,
}) => {
  await write(shop, product, [
    { content: 'First of three' },
    { content: 'Second of three' },
    { content: 'Approved long ago', approved: true },
  ]);
  await openComments(page, product);
  await page.getByLabel('Status').selectOption('Awaiting approval');
  await expect(page).toHaveURL(/status=waiting/);
  await expect(rows(page)).toHaveCount(2);
  await rowOf(page, 'First of three')
    .getByRole('button', { name: /^Approve/ })
    .press('Enter');
  await expect(rowOf(page, 'First of three')).toBeHidden();
  await expect(rowOf(page, 'Second of three').getByRole('button', { name: /^Approve/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No comments match')).toBeVisible();
  // Rows disappear before the server responds, and leaving the page would cancel the calls.
  await expect
    .poll(async () => (await shop.comments(product._id)).map(({ status }) => status))
    .toEqual([true, true, true]);
  await page.goto(`/dashboard/comments?search=${encodeURIComponent(product.title)}&status=approved`);
  await expect(rows(page)).toHaveCount(3);
});

test('deletes a comment only after a confirmation that quotes it', async ({ page, shop, product }) => {
  const author = await shop.newAccount();
  await write(shop, product, [{ content: 'Rude words', author }, { content: 'Kind words' }]);
  await openComments(page, product);
  const changes = watchChanges(page);
  const remove = rowOf(page, 'Rude words').getByRole('button', { name: /^Delete/ });
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Delete this comment?' });
  await expect(dialog).toContainText(author.username);
  await expect(dialog).toContainText('Rude words');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
  await expectNothingSent(page, changes);
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Comment deleted')).toBeVisible();
  await expect(rowOf(page, 'Rude words')).toBeHidden();
  await expect(rowOf(page, 'Kind words')).toBeVisible();
});

test('a failed delete restores the comment and shows why', async ({ page, shop, product }) => {
  await write(shop, product, [{ content: 'Here to stay' }]);
  await openComments(page, product);
  await page.route('**/api/v1/comment/*', badGateway);
  await rowOf(page, 'Here to stay')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Delete comment failed. Please try again.')).toBeVisible();
  await expect(rowOf(page, 'Here to stay')).toBeVisible();
});

test('approves, forbids and deletes many comments at once with the keyboard alone', async ({ page, shop, product }) => {
  await write(shop, product, [{ content: 'One' }, { content: 'Two' }, { content: 'Three', approved: true }]);
  await openComments(page, product);
  const all = page.getByRole('checkbox', { name: 'Select all comments on this page' });
  const bulk = page.getByRole('group', { name: 'Selected comments' });
  const changes = watchChanges(page);
  await expect(bulk).toBeHidden();

  await all.focus();
  await page.keyboard.press('Space');
  await expect(bulk).toContainText('3 selected');
  await bulk.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(page.getByText('2 comments approved')).toBeVisible();
  await expect(rows(page).getByRole('button', { name: /^Forbid/ })).toHaveCount(3);
  await expect(bulk).toBeHidden();
  await expect(page.getByRole('region', { name: 'Comments' })).toBeFocused();

  const one = rowOf(page, 'One').getByRole('checkbox');
  await one.focus();
  await page.keyboard.press('Space');
  await bulk.getByRole('button', { name: 'Forbid' }).press('Enter');
  await expect(page.getByText('1 comment forbidden')).toBeVisible();
  await expect(rows(page).getByRole('button', { name: /^Approve/ })).toHaveCount(1);

  await all.focus();
  await page.keyboard.press('Space');
  const sent = changes.length;
  await bulk.getByRole('button', { name: 'Delete' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete 3 comments?' });
  await expect(dialog).toBeVisible();
  expect(changes).toHaveLength(sent);
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByText('3 comments deleted')).toBeVisible();
  await expect(page.getByText('No comments match')).toBeVisible();
  expect(changes).toEqual(Array(3).fill('POST /api/v1/admin/comment/bulk'));
});

test('on a phone, which shows no column headings, the bar selects the whole page', async ({ page, shop, product }) => {
  await write(shop, product, [{ content: 'One' }, { content: 'Two' }]);
  await page.setViewportSize({ width: 390, height: 800 });
  await openComments(page, product);
  await page.getByRole('checkbox', { name: 'Select all comments on this page' }).check();
  const bulk = page.getByRole('group', { name: 'Selected comments' });
  await expect(bulk).toContainText('2 selected');
  await bulk.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('2 comments approved')).toBeVisible();
  await expect(rows(page).getByRole('button', { name: /^Forbid/ })).toHaveCount(2);
});

test('a failed bulk action restores the rows and shows why', async ({ page, shop, product }) => {
  await write(shop, product, [{ content: 'One' }, { content: 'Two' }]);
  await openComments(page, product);
  await page.route('**/api/v1/admin/comment/bulk', badGateway);
  await page.getByRole('checkbox', { name: 'Select all comments on this page' }).check();
  const bulk = page.getByRole('group', { name: 'Selected comments' });
  await bulk.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Change comment status failed. Please try again.')).toBeVisible();
  await expect(rows(page).getByRole('button', { name: /^Approve/ })).toHaveCount(2);
  // The selection stays for a retry.
  await expect(bulk).toContainText('2 selected');
  await bulk.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Delete comment failed. Please try again.')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
});

test('a very long comment is cut off and expands on demand', async ({ page, shop, product }) => {
  await write(shop, product, [{ content: `${'word '.repeat(98)}the end` }, { content: 'Short' }]);
  await openComments(page, product);
  const row = rowOf(page, 'the end');
  const more = row.getByRole('button', { name: 'Show all of the comment by Guest' });
  await expect(more).toBeVisible();
  const cut = await row.boundingBox();
  await more.click();
  await expect(row.getByRole('button', { name: 'Show less of the comment by Guest' })).toBeFocused();
  await expect.poll(async () => (await row.boundingBox())?.height).toBeGreaterThan(cut?.height ?? Number.NaN);
  await expect(rowOf(page, 'Short').getByRole('button', { name: /Show/ })).toBeHidden();
});

test('the comments with a selection are accessible in both themes, at 390 and 1440 px', async ({
  page,
  shop,
  product,
}) => {
  const comments = [{ content: 'Waiting' }, { content: 'word '.repeat(100) }, { content: 'Approved', approved: true }];
  await write(shop, product, comments);
  await openComments(page, product);
  await rows(page).first().getByRole('checkbox').check();
  await expectAccessible(page, 'the comments');
  await rows(page)
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expectAccessible(page, 'the delete dialog');
});
