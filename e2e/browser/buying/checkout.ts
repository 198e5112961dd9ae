import type { Page } from '@playwright/test';
import type { Shop } from '../shop.ts';
import { expect } from '../test.ts';

/** Steps of the checkout. */

export const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' });
export const summary = (page: Page) => page.getByRole('region', { name: 'Your order' });
export const codeField = (page: Page) => page.getByLabel('Discount code');
/** In the order of the fields in Serbia. */
export const address = {
  'Full name': 'Ada Lovelace',
  Address: 'Main Street 1',
  'Post code': '21000',
  City: 'Novi Sad',
};

/** Adds a shipping method of its own. @returns its name */
export async function addMethod(shop: Shop, change: object = {}): Promise<string> {
  const id = crypto.randomUUID().slice(0, 8);
  const name = `Courier ${id}`;
  const method = { code: `courier-${id}`, name, price: 5, minDays: 2, maxDays: 4, countries: [], ...change };
  await shop.callAsAdmin('POST', '/admin/shipping-method', method);
  return name;
}

export async function addCode(shop: Shop, change: object = {}): Promise<{ code: string; id: string }> {
  const code = `CODE-${crypto.randomUUID().slice(0, 8)}`;
  await shop.callAsAdmin('POST', '/admin/discount', { code, percent: 10, ...change });
  const { discounts } = await shop.callAsAdmin('GET', '/admin/discount');
  return { code, id: discounts.find((discount: { code: string }) => discount.code === code)._id };
}

export async function fillAddress(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(address)) await page.getByLabel(label, { exact: true }).fill(value);
}

export async function chooseCourier(page: Page, name: string): Promise<void> {
  await page.getByLabel('Country').selectOption('RS');
  const option = page.getByRole('radio', { name: new RegExp(name) });
  // While the page scrolls, a click would hit the frame of the card form.
  await option.press('Space');
  await expect(option).toBeChecked();
}

export async function applyCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
}

/** The newest order of a shopper, in full. */
export async function readOrder(shop: Shop, token: string) {
  const { orders } = (await shop.call('GET', '/orders', { token })).body;
  return (await shop.call('GET', `/orders/${orders[0]._id}`, { token })).body.order;
}
