import type { Page } from '@playwright/test';
import { respondWith } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { madeUpComment, respondWithComments, toast } from '../steps.ts';
import { expect, test } from '../test.ts';

const report = (page: Page) => page.getByRole('button', { name: /^Report the comment by/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Report this comment' });
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Send report' });

test('a visitor reports a comment with a reason, and learns of the decision by email', async ({
  page,
  shop,
  product: { _id },
}) => {
  await shop.addComment(_id, 'Rude words', { approved: true });
  await page.goto(`/product/${_id}`);
  await report(page).click();
  await send(page).click();
  await expect(dialog(page).getByText('Reason is required')).toBeVisible();
  await expect(dialog(page).getByLabel('Reason')).toBeFocused();
  await dialog(page).getByLabel('Email (optional)').fill('nobody');
  await expect(dialog(page).getByText('Email is not valid!')).toBeVisible();
  await dialog(page).getByLabel('Reason').fill('It insults people');
  const email = `reporter-${crypto.randomUUID()}@example.com`;
  await dialog(page).getByLabel('Email (optional)').fill(email);
  await send(page).click();
  await expect(toast(page, "Thank you. We'll review the comment and email you our decision.")).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(report(page)).toBeFocused();
  const { reports } = await shop.callAsAdmin('GET', '/admin/comment-report?status=open');
  expect(reports[0]).toMatchObject({ reason: 'It insults people', email, comment: { content: 'Rude words' } });
});

test('the email is optional, and a second report says that the first is known', async ({
  page,
  shop,
  product: { _id },
}) => {
  await shop.addComment(_id, 'Rude words', { approved: true });
  await page.goto(`/product/${_id}`);
  await report(page).click();
  await dialog(page).getByLabel('Reason').fill('Spam');
  await send(page).click();
  await expect(toast(page, /^Thank you\. We'll review the comment\.$/)).toBeVisible();
  await report(page).click();
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('');
  await dialog(page).getByLabel('Reason').fill('Spam again');
  await send(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    "You've already reported this comment. We're looking into it.",
  );
});

test('a failed report keeps what was typed', async ({ page, shop, product: { _id } }) => {
  await shop.addComment(_id, 'Rude words', { approved: true });
  await page.goto(`/product/${_id}`);
  await report(page).click();
  await respondWith(page, '/comment/*/report', 500, {});
  await dialog(page).getByLabel('Reason').fill('Spam');
  await send(page).click();
  await expect(toast(page, 'Report the comment failed. Please try again.')).toBeVisible();
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('Spam');
});

test('the comments of those who bought the product say so', async ({ page, product: { _id } }) => {
  await respondWithComments(page, [
    madeUpComment({ content: 'by a buyer', isBuyer: true, rate: 4 }),
    madeUpComment({ content: 'by another buyer', isBuyer: true }),
    madeUpComment({ content: 'by somebody else', rate: 5 }),
  ]);
  await page.goto(`/product/${_id}`);
  const boughtHere = (content: string) =>
    page.getByRole('listitem').filter({ hasText: content }).getByText('Bought here');
  await expect(boughtHere('by a buyer')).toBeVisible();
  await expect(boughtHere('by another buyer')).toBeVisible();
  await expect(boughtHere('by somebody else')).toHaveCount(0);
});

test('the dialog to report a comment is accessible, with errors too', async ({ page, product: { _id } }) => {
  await respondWithComments(page, [madeUpComment({ isBuyer: true, rate: 4 })]);
  await page.goto(`/product/${_id}`);
  await report(page).click();
  await send(page).click();
  await expect(dialog(page).getByText('Reason is required')).toBeVisible();
  await expectAccessible(page, 'the report of a comment');
});
