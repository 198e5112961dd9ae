import { readFile } from 'node:fs/promises';
import { holdResponse, respondWith } from '../../../testing/responses.ts';
import { waitFor } from '../../../testing/wait.ts';
import { expectAccessible } from '../accessible.ts';
import { heading } from '../steps.ts';
import { expect, test } from '../test.ts';

test.use({ login: 'admin' });

test('the VAT of a period is shown by country, and exported', async ({ page, shop }) => {
  const shopper = await shop.newAccount();
  const product = await shop.addProduct({ price: 100 });
  const code = `post-${crypto.randomUUID()}`.slice(0, 40);
  // No other test delivers there.
  const method = { code, name: 'Post', price: 5, minDays: 1, maxDays: 3, countries: ['IS'] };
  await shop.callAsAdmin('POST', '/admin/shipping-method', method);
  const delivery = { name: 'Jón', address: 'Laugavegur 1', city: 'Reykjavík', postCode: '101', country: 'IS' };
  const items = [{ productId: product._id, count: 1 }];
  const { body } = await shop.call('POST', '/payment', {
    token: shopper.token,
    body: { amount: 105, currency: 'EUR', items, shippingMethod: code, delivery },
  });
  const order = { id: body.orderId, number: body.number, clientSecret: body.clientSecret, shopper };
  await shop.pay(order);
  await waitFor('the order to be paid', async () => (await shop.readOrder(order)).state === 'paid');

  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'VAT report' }).click();
  await expect(heading(page, 'VAT report')).toBeFocused();
  const row = page.getByRole('row', { name: 'Iceland' });
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'This month' }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-01&to=/);
  await expect(row).toBeVisible();
  await expectAccessible(page, 'the VAT report');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export documents' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^documents-\d{4}-\d{2}-01-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(String(await readFile(await download.path()))).toContain(`,${order.number},IS,Jón,`);

  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await expect(page.getByText('No documents in this period')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2019-01-31');
  await expect(page.getByRole('main').getByText('The end must not be before the start')).toBeVisible();
});

test('the sums of another period never pass for those of the chosen one', async ({ page }) => {
  const row = { country: 'RS', rate: 20, currency: 'EUR', net: 100, vat: 20, netEur: 100, vatEur: 20, documents: 1 };
  await respondWith(page, '/admin/report/vat?*', 200, { status: 'success', rows: [row] });
  await page.goto('/dashboard/vat/report');
  const sums = page.getByRole('main').getByText('100.00€').first();
  await expect(sums).toBeVisible();

  const failure = { status: 500, json: { status: 'error', message: 'The report failed' } };
  const held = await holdResponse(page, '/admin/report/vat?*', failure);
  await page.getByRole('button', { name: 'Last month' }).click();
  await held.caught;
  await expect(page.locator('[aria-busy=true]').getByRole('row', { name: 'Serbia' })).toBeVisible();
  await held.deliver();
  await expect(page.getByRole('main').getByText('The report failed')).toBeVisible();
  await expect(sums).toBeHidden();

  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(sums).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
});
