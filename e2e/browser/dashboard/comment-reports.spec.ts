import type { Page } from '@playwright/test';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { respondWith } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import type { Shop } from '../shop.ts';
import { toast } from '../steps.ts';
import { expect, test } from '../test.ts';
import { rowOf, rows } from './table.ts';

test.use({ login: 'admin' });

/** Adds an approved comment on a product and reports it. */
async function report(shop: Shop, { _id }: ProductView, content: string, reason: string, email = ''): Promise<string> {
  await shop.addComment(_id, content, { approved: true });
  const comment = (await shop.comments(_id)).find((each) => each.content === content);
  await shop.call('POST', `/comment/${comment?._id}/report`, { body: { reason, email } });
  return comment?._id ?? '';
}

/** Opens the reports whose reason contains a text. */
async function openReports(page: Page, search: string, filter = ''): Promise<void> {
  await page.goto(`/dashboard/comments/reports?search=${encodeURIComponent(search)}${filter}`);
  await expect(rows(page).first()).toContainText(search);
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Keep this comment?' });
const decide = (page: Page, reason: string) => rowOf(page, reason).getByRole('button', { name: /^Decide/ });

test('a report shows the comment, the reason and the email, and its removal closes all of the comment', async ({
  page,
  shop,
  product,
}) => {
  const word = crypto.randomUUID();
  const commentId = await report(shop, product, 'Rude words', `Insults ${word}`, 'ana@example.com');
  await shop.call('POST', `/comment/${commentId}/report`, { body: { reason: `Spam ${word}` } });
  await openReports(page, word);
  await expect(rows(page)).toHaveCount(2);
  const row = rowOf(page, 'Insults');
  await expect(row).toContainText(`Guest on ${product.title}`);
  await expect(row).toContainText('Rude words');
  await expect(row).toContainText('ana@example.com');
  await expect(row).toContainText('Open');
  await expect(row.getByRole('link', { name: product.title })).toHaveAttribute('href', `/product/${product._id}`);

  await decide(page, 'Insults').click();
  await expect(dialog(page).getByText('Rude words')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Remove comment' }).click();
  await expect(dialog(page).getByText('Reason is required')).toBeVisible();
  await dialog(page).getByLabel('Reason').fill('It breaks our rules.');
  await dialog(page).getByRole('button', { name: 'Remove comment' }).click();
  await expect(toast(page, 'Comment removed')).toBeVisible();
  for (const reason of ['Insults', 'Spam']) {
    await expect(rowOf(page, reason)).toContainText('Removed');
    await expect(rowOf(page, reason)).toContainText('It breaks our rules.');
    await expect(decide(page, reason)).toHaveCount(0);
  }
  const visitor = await page.context().newPage();
  await visitor.goto(`/product/${product._id}`);
  await expect(visitor.getByText('No comments yet.')).toBeVisible();
});

test('a comment that is kept leaves the filter of open reports', async ({ page, shop, product }) => {
  const word = crypto.randomUUID();
  await report(shop, product, 'Honest words', `They lie ${word}`);
  await openReports(page, word, '&status=open');
  await decide(page, word).click();
  await dialog(page).getByLabel('Reason').fill('It is an opinion.');
  await dialog(page).getByRole('button', { name: 'Keep comment' }).click();
  await expect(toast(page, 'Comment kept')).toBeVisible();
  await expect(page.getByText('No reports match')).toBeVisible();
  expect(await shop.comments(product._id)).toMatchObject([{ content: 'Honest words', status: true }]);
});

test('a report that somebody else has decided says so, and shows the decision', async ({ page, shop, product }) => {
  const word = crypto.randomUUID();
  const commentId = await report(shop, product, 'Rude words', `Insults ${word}`);
  await openReports(page, word);
  await decide(page, word).click();
  const { reports } = await shop.callAsAdmin('GET', `/admin/comment-report?search=${word}`);
  expect(reports).toMatchObject([{ commentId }]);
  const decision = { decision: 'kept', reason: 'An opinion' };
  await shop.callAsAdmin('PATCH', `/admin/comment-report/${reports[0]._id}`, decision);
  await dialog(page).getByLabel('Reason').fill('It breaks our rules.');
  await dialog(page).getByRole('button', { name: 'Remove comment' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('This report has already been decided');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, word)).toContainText('An opinion');
});

test('the report of a deleted comment can only be to remove it', async ({ page, shop, product }) => {
  const word = crypto.randomUUID();
  const commentId = await report(shop, product, 'Rude words', `Insults ${word}`);
  await shop.callAsAdmin('DELETE', `/comment/${commentId}`);
  await openReports(page, word);
  await expect(rowOf(page, word)).toContainText(`A deleted comment on ${product.title}`);
  await decide(page, word).click();
  await expect(dialog(page).getByRole('button', { name: 'Keep comment' })).toHaveCount(0);
  await expect(dialog(page).getByRole('button', { name: 'Remove comment' })).toBeVisible();
});

test('open reports are counted in the sidebar, on the comments and in the work that waits', async ({ page }) => {
  const work = { ordersToShip: 0, ordersToCollect: 0, commentsWaiting: 3, reportsOpen: 2, unsentMails: 0 };
  await respondWith(page, '/admin/work', 200, { status: 'success', ...work });
  await page.goto('/dashboard/comments');
  const navigation = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(navigation.getByRole('link', { name: 'Comments 5 to moderate' })).toBeVisible();
  await page.getByRole('link', { name: 'Reports (2)' }).click();
  await expect(page).toHaveURL('/dashboard/comments/reports');
  await expect(navigation.getByRole('link', { name: /^Comments/ })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Back to comments' }).click();
  await expect(page).toHaveURL('/dashboard/comments');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: '2 reported comments to review' }).click();
  await expect(page).toHaveURL('/dashboard/comments/reports?status=open');
});

test('the reports and the decision are accessible', async ({ page, shop, product }) => {
  const word = crypto.randomUUID();
  await report(shop, product, 'Rude words', `Insults ${word}`, 'ana@example.com');
  const decided = await report(shop, product, 'Spam', `Spam ${word}`);
  const { reports } = await shop.callAsAdmin('GET', `/admin/comment-report?search=${word}`);
  const { _id } = reports.find(({ commentId }: { commentId: string }) => commentId === decided);
  await shop.callAsAdmin('PATCH', `/admin/comment-report/${_id}`, { decision: 'kept', reason: 'An opinion' });
  await openReports(page, word);
  await expectAccessible(page, 'the reports of comments');
  await decide(page, 'Insults').click();
  await dialog(page).getByRole('button', { name: 'Keep comment' }).click();
  await expect(dialog(page).getByText('Reason is required')).toBeVisible();
  await expectAccessible(page, 'the decision on a report');
});
