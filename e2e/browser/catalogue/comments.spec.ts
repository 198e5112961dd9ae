import type { Page } from '@playwright/test';
import { holdCall, respondWith } from '../../../testing/responses.ts';
import { toast } from '../steps.ts';
import { expect, test } from '../test.ts';

test.describe('a comment', () => {
  const box = (page: Page) => page.getByLabel('Write a comment');
  const send = (page: Page) => page.getByRole('button', { name: 'Post comment' });

  test('is required, shows its length, and has at most 500 characters', async ({ page, product: { _id } }) => {
    await page.goto(`/product/${_id}`);
    await send(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Comment is required' })).toBeVisible();
    await expect(box(page)).toBeFocused();
    await box(page).fill('   ');
    await expect(page.getByText('Comment is required')).toBeVisible();
    await box(page).fill('x'.repeat(500));
    await expect(page.getByText('500/500')).toBeVisible();
    await expect(page.getByText('Comment is required')).toBeHidden();
    await box(page).fill('x'.repeat(501));
    await expect(page.getByText('501/500')).toBeVisible();
    await expect(page.getByText('Comment can have at most 500 characters')).toBeVisible();
  });

  test('by a visitor is posted as Guest and appears after approval', async ({ page, shop, product: { _id } }) => {
    const content = `A <b>fine</b> thing ${crypto.randomUUID()}`;
    await page.goto(`/product/${_id}`);
    await expect(page.getByText('Posting as Guest')).toBeVisible();
    await box(page).fill(content);
    await send(page).click();
    await expect(toast(page, 'Thank you. Your comment will appear once it has been approved.')).toBeVisible();
    await expect(box(page)).toHaveValue('');
    await page.reload();
    await expect(page.getByText('No comments yet.')).toBeVisible();
    await expect(box(page)).toHaveValue('');
    await shop.approveComment(_id, content);
    await page.reload();
    const comment = page.getByRole('listitem').filter({ hasText: content });
    await expect(comment).toContainText('Guest');
  });

  test('by a user shows the username', async ({ page, shop, product: { _id }, shopper: { username } }) => {
    await page.goto(`/product/${_id}`);
    await expect(page.getByText(`Posting as ${username}`)).toBeVisible();
    await box(page).fill('From a user');
    await send(page).click();
    await expect(toast(page, 'Thank you.')).toBeVisible();
    expect(await shop.comments(_id)).toMatchObject([{ author: username, content: 'From a user' }]);
  });

  test('keeps its draft after a failure and after visiting another page', async ({ page, product: { _id } }) => {
    await page.goto(`/product/${_id}`);
    await respondWith(page, '/comment', 500, {});
    await box(page).fill('Long thought about');
    await send(page).click();
    await expect(toast(page, 'Add product comment failed. Please try again.')).toBeVisible();
    await expect(box(page)).toHaveValue('Long thought about');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await page.goBack();
    await expect(box(page)).toHaveValue('Long thought about');
  });

  test('leaves no draft once sent, even if the shopper has left the page', async ({ page, product: { _id } }) => {
    await page.goto(`/product/${_id}`);
    const response = await holdCall(page, '/comment');
    await box(page).fill('Sent in passing');
    await send(page).click();
    await expect(send(page)).toHaveAttribute('aria-busy', 'true');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).press('Enter');
    await expect(page).toHaveURL('/authorization');
    response.release();
    await expect(toast(page, 'Thank you.')).toBeVisible();
    await page.goBack();
    await expect(box(page)).toHaveValue('');
  });

  test('keeps text typed while it is being sent', async ({ page, product: { _id } }) => {
    await page.goto(`/product/${_id}`);
    const response = await holdCall(page, '/comment');
    await box(page).fill('Fine');
    await send(page).click();
    await expect(send(page)).toHaveAttribute('aria-busy', 'true');
    await box(page).press('End');
    await box(page).pressSequentially(', on second thoughts');
    response.release();
    await expect(toast(page, 'Thank you.')).toBeVisible();
    await expect(send(page)).not.toHaveAttribute('aria-busy');
    await expect(box(page)).toHaveValue('Fine, on second thoughts');
  });
});
