import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { CARDS, cartItem, fillCard, heading, payButton } from '../steps.ts';
import { storeAccount, storeCart } from '../storage.ts';
import { expect, test } from '../test.ts';
import { textOfDownload } from './documents.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });

test('the whole life of an order: bought, shipped in two parts, refunded in part, delivered, returned', async ({
  page,
  browser,
  shop,
}) => {
  const id = crypto.randomUUID().slice(0, 8);
  const method = { code: `van-${id}`, name: `Van ${id}`, price: 5, minDays: 1, maxDays: 2 };
  await shop.callAsAdmin('POST', '/admin/shipping-method', method);
  await shop.callAsAdmin('POST', '/admin/discount', { code: `LIFE-${id}`, percent: 10 });
  const [laptop, cable] = [
    await shop.addProduct({ price: 100, stock: 5 }),
    await shop.addProduct({ price: 10, stock: 5 }),
  ];
  const shopper = await shop.newAccount();

  // The shopper buys two laptops and a cable: 210 − 21 + 5.
  await storeAccount(page, shopper);
  await storeCart(page, [cartItem(laptop), cartItem(cable, { count: 1, totalAmount: 10 })]);
  await page.goto('/order');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByLabel('Country').selectOption('RS');
  await page.getByRole('radio', { name: new RegExp(method.name) }).press('Space');
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('Address', { exact: true }).fill('Main Street 1');
  await page.getByLabel('City').fill('Novi Sad');
  await page.getByLabel('Post code').fill('21000');
  await page.getByLabel('Discount code').fill(`LIFE-${id}`);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(payButton(page)).toHaveText('Pay 194.00€');
  await fillCard(page, CARDS.success);
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();

  // An admin ships one laptop, then the rest.
  const { orders } = (await shop.call('GET', '/orders', { token: shopper.token })).body;
  const [{ _id: orderId, number }] = orders;
  const office = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await storeAccount(office, shop.admin);
  await office.goto(`/dashboard/orders?search=${number}`);
  await office.getByRole('link', { name: `Order ${number}`, exact: true }).click();
  await expect(heading(office, `Order ${number}`)).toBeVisible();
  const ship = region(office, 'Ship items');
  await ship.getByLabel(`Ship ${laptop.title}`).fill('3');
  await ship.getByLabel('Carrier').fill('City Post');
  await ship.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(ship.getByLabel(`Ship ${laptop.title}`)).toHaveAccessibleDescription('Enter a number from 0 to 2');
  await ship.getByLabel(`Ship ${laptop.title}`).fill('1');
  await ship.getByLabel(`Ship ${cable.title}`).fill('0');
  await ship.getByLabel('Tracking link').fill('https://post.example/1');
  await ship.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(region(office, 'Delivery')).toContainText('City Post');
  await expect(ship.getByLabel(`Ship ${laptop.title}`)).toHaveValue('1');
  // Once the email is sent, it shows without a reload.
  await expect(region(office, 'Emails')).toContainText('Shipment');
  await expectAccessible(office, "the order's page");
  await ship.getByLabel('Carrier').fill('City Post');
  await ship.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(region(office, 'On its way')).toBeVisible();

  // The cable is refunded: 10 less its 10%.
  await office.getByRole('button', { name: 'Refund items or an amount' }).click();
  const refunds = region(office, 'Refunds');
  await refunds.getByLabel(`Refund ${cable.title}`).fill('1');
  await expect(refunds.getByRole('button', { name: 'Refund 9.00€' })).toBeVisible();
  await expectAccessible(office, 'a refund');
  await refunds.getByRole('button', { name: 'Refund 9.00€' }).click();
  await expect(refunds.getByLabel('Reason')).toHaveAccessibleDescription('Reason is required');
  await refunds.getByLabel('Reason').fill('Scratched');
  await refunds.getByRole('button', { name: 'Refund 9.00€' }).click();
  await expect(refunds.getByRole('listitem').filter({ hasText: 'Scratched' })).toContainText('9.00€');
  await expect(region(office, 'Items')).toContainText('Refunded−9.00€');

  await office.getByRole('button', { name: 'Mark as delivered' }).click();
  await expect(region(office, 'Progress')).toContainText('Delivered');
  // Admins leave each other notes.
  const notes = region(office, 'Notes');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByLabel('Note for the team')).toHaveAccessibleDescription('Note is required');
  await notes.getByLabel('Note for the team').fill('Handle with care');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByRole('listitem')).toContainText('Handle with care');
  await notes.getByRole('button', { name: 'Delete your note' }).click();
  await expect(notes.getByRole('listitem')).toHaveCount(0);

  expect(await textOfDownload(office, 'Packing slip')).toContain('Novi Sad');

  // The shopper follows the order and opens the invoice.
  await page.goto(`/orders/${orderId}`);
  await expect(region(page, 'Progress')).toContainText('Delivered');
  await expect(region(page, 'Delivery').getByRole('link', { name: 'Track this parcel' })).toHaveAttribute(
    'href',
    'https://post.example/1',
  );
  const invoice = await textOfDownload(page, /^Download \d{4}-/);
  for (const text of [String(number), 'Ada Lovelace', laptop.title, '194.00']) expect(invoice).toContain(text);

  // Everything comes back.
  await office.getByRole('button', { name: 'Refund items or an amount' }).click();
  await refunds.getByLabel('Refund', { exact: true }).selectOption('amount');
  const amount = refunds.getByLabel('Amount in EUR');
  await amount.fill('all of it');
  await expect(amount).toHaveAccessibleDescription('Enter an amount, such as 12.50');
  await amount.fill('12,5');
  await expect(refunds.getByRole('button', { name: 'Refund 12.50€' })).toBeEnabled();
  await refunds.getByLabel('Refund', { exact: true }).selectOption('rest');
  await refunds.getByLabel('Reason').fill('Returned');
  await refunds.getByRole('button', { name: 'Refund 185.00€' }).click();
  await expect(region(office, 'Progress')).toContainText('Refunded');
  await page.reload();
  await expect(region(page, 'Items')).toContainText('Refunded−194.00€');
  for (const { _id } of [laptop, cable]) {
    expect((await shop.callAsAdmin('GET', `/admin/product/${_id}`)).product.stock.left).toBe(5);
  }
  await office.context().close();
});
