import { expect, test } from './test.ts';

// The shop of these tests is in UTC, where it is never the day that it is 14 hours further east.
test.use({ login: 'admin', timezoneId: 'Pacific/Kiritimati' });

const inShop = (options: Intl.DateTimeFormatOptions) =>
  new Date().toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });

test('dates are those of the shop, wherever the browser is', async ({ page, shop, product }) => {
  await shop.addComment(product._id, 'Worth it');
  await page.goto('/dashboard/comments');
  const row = page.getByRole('row').filter({ hasText: product.title });
  await expect(row).toContainText(inShop({ dateStyle: 'medium' }));
  await row.getByRole('button', { name: 'Approve' }).click();
  await page.goto(`/product/${product._id}`);
  await expect(page.getByText(inShop({ dateStyle: 'long' }))).toBeVisible();
});

test("a discount's times are those of the shop, and an edit of another field keeps them to the second", async ({
  page,
  shop,
}) => {
  const code = `TIMES-${crypto.randomUUID().slice(0, 8)}`;
  const times = { startsAt: '2099-10-25T00:30:15.000Z', endsAt: '2099-12-31T23:59:59.000Z' };
  await shop.callAsAdmin('POST', '/admin/discount', { code, percent: 10, ...times });
  const stored = async () => {
    const { discounts } = await shop.callAsAdmin('GET', '/admin/discount');
    return discounts.find((discount: { code: string }) => discount.code === code);
  };
  await page.goto('/dashboard/discounts');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: `Edit ${code}` }).click();
  await expect(dialog.getByLabel('Ends')).toHaveValue('2099-12-31T23:59:59');
  await dialog.getByLabel('Percent').fill('20');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await stored()).toMatchObject({ percent: 20, ...times });

  await page.getByRole('button', { name: `Edit ${code}` }).click();
  await dialog.getByLabel('Ends').fill('2099-12-30T08:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await stored()).toMatchObject({ startsAt: times.startsAt, endsAt: '2099-12-30T08:00:00.000Z' });
});
