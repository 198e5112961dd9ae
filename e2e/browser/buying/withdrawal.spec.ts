import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { readMail } from '../../../testing/data/mails.ts';
import { waitFor } from '../../../testing/wait.ts';
import { expectAccessible } from '../accessible.ts';
import type { Account, Order, Shop } from '../shop.ts';
import { expectInvalid, heading, toast } from '../steps.ts';
import { storeAccount } from '../storage.ts';
import { tabTo } from '../tabs.ts';
import { expect, test } from '../test.ts';

// Without smooth scrolling, the focused element is in view at once.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const delivery = { name: 'Ada Lovelace', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };

type Delivered = Order & { shopper: Account; title: string };

/** An order of two units at 12.50€, delivered for 5€. */
async function placeDelivered(shop: Shop): Promise<Delivered> {
  const shopper = await shop.newAccount();
  const product = await shop.addProduct();
  const code = `post-${crypto.randomUUID()}`.slice(0, 40);
  await shop.callAsAdmin('POST', '/admin/shipping-method', { code, name: 'Post', price: 5, minDays: 1, maxDays: 3 });
  const order = await shop.placeOrder(product, shopper, { amount: 30, shippingMethod: code, delivery });
  await shop.pay(order);
  await waitFor('the order to be paid', async () => (await shop.readOrder(order)).state === 'paid');
  await shop.callAsAdmin('POST', `/admin/order/${order.id}/shipment`, { carrier: 'Post' });
  await shop.callAsAdmin('POST', `/admin/order/${order.id}/delivered`);
  return { ...order, shopper, title: product.title };
}

async function returnsOf(shop: Shop, { id, shopper }: Delivered) {
  return (await shop.call('GET', `/orders/${id}`, { token: shopper.token })).body.order.returns;
}

async function openOrder(page: Page, { id, number, shopper }: Delivered): Promise<Locator> {
  await page.goto('/contact');
  await storeAccount(page, shopper);
  await page.goto(`/orders/${id}`);
  await expect(heading(page, `Order ${number}`)).toBeVisible();
  return page.getByRole('region', { name: 'Withdrawal and returns' });
}

async function fillForm(page: Page, number: string, email: string): Promise<void> {
  await page.getByLabel('Order number').fill(number);
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill(email);
}

test.describe('anybody', () => {
  test('withdraws from a contract without a login, by the keyboard alone', async ({ page, shop }) => {
    const order = await placeDelivered(shop);
    const email = order.shopper.email.replace(/^.+(?=@)/, (name) => name.toUpperCase());
    const { keyboard } = page;
    await page.goto('/contact');
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract here' });
    await tabTo(page, link);
    await keyboard.press('Enter');
    await expect(heading(page, 'Withdraw from contract')).toBeFocused();
    await tabTo(page, page.getByLabel('Order number'));
    await keyboard.type(`#${order.number}`);
    await tabTo(page, page.getByLabel('Name'));
    await keyboard.type('Ada Lovelace');
    await tabTo(page, page.getByLabel('Email'));
    await keyboard.type(` ${email}`);
    await tabTo(page, page.getByRole('button', { name: 'Review withdrawal' }));
    await keyboard.press('Enter');

    await expect(heading(page, 'Check your withdrawal')).toBeFocused();
    const words = `I withdraw from my contract of sale for order ${order.number}.`;
    await expect(page.getByText(words)).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Confirm withdrawal' }));
    await keyboard.press('Enter');

    await expect(heading(page, "We've received your withdrawal")).toBeFocused();
    const reference = (await page.getByText(/^W-\w+$/).textContent()) ?? '';
    await expect(page.getByText('(UTC+00:00)')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Send them back within 14 days' })).toBeVisible();

    const { text } = await readMail(shop.mailboxUrl, email, /^We've received your withdrawal/);
    for (const part of [reference, words, 'Ada Lovelace', '(UTC+00:00)']) expect(text).toContain(part);
    await expect
      .poll(() => returnsOf(shop, order))
      .toMatchObject([{ state: 'approved', reason: 'withdrawal', lines: [{ count: 2 }] }]);
  });

  test('gets the same receipt for an order that does not exist', async ({ page, shop }) => {
    const email = `stranger-${crypto.randomUUID()}@example.com`;
    await page.goto('/withdrawal?order=77');
    await expect(page.getByLabel('Order number')).toHaveValue('77');
    await fillForm(page, 'my second order', email);
    await page.getByRole('textbox', { name: 'Items' }).fill('The red lamp\nand its cable');
    await page.getByRole('button', { name: 'Review withdrawal' }).click();
    await expect(page.getByText(/these items of order my second order:\nThe red lamp\nand its cable/)).toBeVisible();
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await expect(heading(page, "We've received your withdrawal")).toBeVisible();
    const { text } = await readMail(shop.mailboxUrl, email, /^We've received your withdrawal/);
    expect(text).toContain('The red lamp\nand its cable');
  });

  test('is told what is missing, and can change the statement before it is sent', async ({ page }) => {
    await page.goto('/withdrawal');
    await page.getByRole('button', { name: 'Review withdrawal' }).click();
    await expectInvalid(page.getByLabel('Order number'), 'Order number is required');
    await expectInvalid(page.getByLabel('Name'), 'Name is required');
    await fillForm(page, '1001', 'ada@example.com');
    await page.getByRole('button', { name: 'Review withdrawal' }).click();
    await page.getByRole('button', { name: 'Change details' }).click();
    await expect(heading(page, 'Withdraw from contract')).toBeFocused();
    await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace');
  });

  test('finds the page accessible at each step', async ({ page }) => {
    await page.goto('/withdrawal');
    await page.getByRole('button', { name: 'Review withdrawal' }).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await expectAccessible(page, 'the withdrawal form with errors', [390, 768, 1440]);
    await fillForm(page, '1001', `ada-${crypto.randomUUID()}@example.com`);
    await page.getByRole('button', { name: 'Review withdrawal' }).click();
    await expect(heading(page, 'Check your withdrawal')).toBeVisible();
    await expectAccessible(page, 'the statement', [390, 768, 1440]);
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await expect(heading(page, "We've received your withdrawal")).toBeVisible();
    await expectAccessible(page, 'the receipt', [390, 768, 1440]);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the form is there, as the server renders it', async ({ page }) => {
    await page.goto('/withdrawal?order=1001');
    await expect(heading(page, 'Withdraw from contract')).toBeVisible();
    await expect(page.getByLabel('Order number')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Review withdrawal' })).toBeVisible();
  });
});

test.describe('a shopper', () => {
  test('withdraws from one of two units, downloads the slip and cancels', async ({ page, shop }) => {
    const order = await placeDelivered(shop);
    const panel = await openOrder(page, order);
    await expect(panel).toContainText(/You can withdraw until \w+ \d+, \d+, without giving a reason\./);
    await panel.getByRole('button', { name: 'Withdraw from contract here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw from contract' });
    await dialog.getByLabel(`Units of ${order.title}`).selectOption('1');
    await dialog.getByRole('button', { name: 'Review withdrawal' }).click();
    await expect(dialog).toContainText(`these items of order ${order.number}:`);
    await expect(dialog).toContainText(`1 × ${order.title}`);
    await dialog.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await expect(dialog).toBeHidden();
    await expect(panel).toContainText(/You withdrew on .*\(UTC\+00:00\)\. Reference: W-\w+\./);
    await expect(panel.getByRole('listitem').filter({ hasText: `Return ${order.number}-1` })).toContainText('Approved');
    const { text } = await readMail(shop.mailboxUrl, order.shopper.email, /^We've received your withdrawal/);
    expect(text).toContain(`1 × ${order.title}`);

    const downloading = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download return slip' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`return-${order.number}-1.pdf`);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

    await panel.getByRole('button', { name: 'Cancel return' }).click();
    await page
      .getByRole('dialog', { name: 'Cancel this return?' })
      .getByRole('button', { name: 'Cancel return' })
      .click();
    await expect(panel).toContainText('You canceled this return.');
  });

  test('changes a withdrawal before it is sent, by the keyboard alone', async ({ page, shop }) => {
    const order = await placeDelivered(shop);
    const panel = await openOrder(page, order);
    const { keyboard } = page;
    await panel.getByRole('button', { name: 'Withdraw from contract here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw from contract' });
    await tabTo(page, dialog.getByRole('button', { name: 'Review withdrawal' }));
    await keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Change details' }));
    await keyboard.press('Enter');
    await expect(dialog.getByLabel(`Units of ${order.title}`)).toBeFocused();
  });

  test('returns a defective item by the keyboard alone, until the money is back', async ({ page, shop }) => {
    const order = await placeDelivered(shop);
    const panel = await openOrder(page, order);
    const { keyboard } = page;
    await tabTo(page, panel.getByRole('button', { name: 'Return for another reason' }));
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Return items' });
    const units = dialog.getByLabel(`Units of ${order.title}`);
    await expect(units).toBeFocused();
    await keyboard.press('ArrowDown');
    await expect(units).toHaveValue('1');
    await tabTo(page, dialog.getByLabel('What happened?'));
    await keyboard.type('It stays dark.');
    await tabTo(page, dialog.getByRole('button', { name: 'Request return' }));
    await keyboard.press('Enter');
    const goods = panel.getByRole('listitem').filter({ hasText: `Return ${order.number}-1` });
    await expect(goods).toContainText('Requested');
    await expect(goods).toContainText('Defective');
    await expectAccessible(page, 'an order with a return', [390, 768, 1440]);

    const [{ _id }] = await returnsOf(shop, order);
    const act = async (step: string, body: object) => {
      await shop.callAsAdmin('POST', `/admin/return/${_id}/${step}`, body);
      await page.reload();
    };
    await act('approve', { instructions: 'Any post office will do.' });
    await expect(goods).toContainText('Any post office will do.');
    const { text } = await readMail(shop.mailboxUrl, order.shopper.email, /^How to send your items back/);
    expect(text).toContain('Any post office will do.');
    const { productId } = (await returnsOf(shop, order))[0].lines[0];
    await act('receive', { lines: [{ productId, count: 1, condition: 'damaged' }] });
    await expect(goods).toContainText("Your items are back. We're preparing your refund.");
    await act('refund', { restock: false });
    await expect(goods).toContainText('We refunded 12.50€.');
  });

  test('reads of a return whose money was given back before', async ({ page, shop }) => {
    const order = await placeDelivered(shop);
    const refund = { amount: 30, reason: 'Late', restock: false };
    await shop.callAsAdmin('POST', `/admin/order/${order.id}/refund`, refund);
    const { token } = order.shopper;
    const [{ productId }] = (await shop.call('GET', `/orders/${order.id}`, { token })).body.order.lines;
    const lines = [{ productId, count: 1 }];
    const request = { lines, reason: 'wrong', wants: 'refund', note: '' };
    await shop.call('POST', `/orders/${order.id}/returns`, { token, body: request });
    const [{ _id }] = await returnsOf(shop, order);
    const act = (step: string, body: object) => shop.callAsAdmin('POST', `/admin/return/${_id}/${step}`, body);
    await act('approve', {});
    await act('receive', { lines: [{ ...lines[0], condition: 'used' }] });
    await act('refund', { restock: false });
    const panel = await openOrder(page, order);
    const goods = panel.getByRole('listitem').filter({ hasText: `Return ${order.number}-1` });
    await expect(goods).toContainText('You already have your money back.');
  });
});

test('a shopper who is logged in finds their name and email filled in', async ({ page, shopper }) => {
  await page.goto('/withdrawal');
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await expect(toast(page, /./)).toHaveCount(0);
});
