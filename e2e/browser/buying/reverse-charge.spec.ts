import { CARDS, cartItem, fillCard, heading, payButton } from '../steps.ts';
import { storeCart } from '../storage.ts';
import { expect, test } from '../test.ts';
import { addMethod, address, proceed, readOrder, summary } from './checkout.ts';
import { textOfDownload } from './documents.ts';

/** What the shop's settings and its VAT were before. */
let settings: object = {};
let tax: object = {};

test.beforeEach(async ({ shop }) => {
  const before = await shop.callAsAdmin('GET', '/admin/settings');
  settings = { address: before.settings.address, vatId: before.settings.vatId };
  tax = (await shop.callAsAdmin('GET', '/admin/tax')).tax;
  await shop.callAsAdmin('PUT', '/admin/settings', {
    address: { street: 'Hauptstraße 1', postCode: '10115', city: 'Berlin', country: 'DE' },
    vatId: 'DE123456781',
  });
  await shop.callAsAdmin('PUT', '/admin/tax', { shopRate: 19, rates: [{ country: 'AT', rate: 20 }] });
});

test.afterEach(async ({ shop }) => {
  await shop.callAsAdmin('PUT', '/admin/settings', settings);
  await shop.callAsAdmin('PUT', '/admin/tax', tax);
});

test('a company of another EU country pays without VAT, and its invoice says who owes it', async ({
  page,
  shop,
  shopper,
}) => {
  const courier = await addMethod(shop, { price: 6 });
  const product = await shop.addProduct({ price: 12 });
  await storeCart(page, [cartItem(product)]);
  await page.goto('/order');
  await proceed(page).click();
  await page.getByLabel('Country').selectOption('AT');
  await page.getByRole('radio', { name: new RegExp(courier) }).press('Space');
  for (const [label, value] of Object.entries(address)) await page.getByLabel(label, { exact: true }).fill(value);
  await expect(summary(page)).toContainText('Includes 5.00€ VAT (20%)');

  const billing = page.getByRole('region', { name: 'Billing' });
  await billing.getByLabel("I'm buying for a company").check();
  await billing.getByLabel('Company', { exact: true }).fill('Engines');
  // The stand-in knows no ids that end in 0.
  await billing.getByLabel('VAT ID (optional)').fill('ATU12345670');
  await billing.getByLabel('VAT ID (optional)').press('Tab');
  await expect(billing.getByRole('status')).toContainText("The EU's VAT service doesn't know this ID");
  await expect(summary(page)).toContainText('Includes 5.00€ VAT (20%)');
  await billing.getByLabel('VAT ID (optional)').fill('atu 12345678');
  await billing.getByLabel('VAT ID (optional)').press('Tab');
  await expect(billing.getByRole('status')).toHaveText('VAT ID confirmed. Reverse charge: you pay no VAT here.');
  for (const part of ['× 220.00€', 'Subtotal20.00€', `${courier}5.00€`, 'Total25.00€', 'VAT: reverse charge']) {
    await expect(summary(page)).toContainText(part);
  }
  await expect(summary(page)).not.toContainText('Includes');
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toHaveText('Pay 25.00€');
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();

  const { _id } = await readOrder(shop, shopper.token);
  await page.goto(`/orders/${_id}`);
  const items = page.getByRole('region', { name: 'Items' });
  for (const part of ['Subtotal20.00€', `${courier}5.00€`, 'Total25.00€', 'VAT: reverse charge']) {
    await expect(items).toContainText(part);
  }
  await expect(billing).toContainText('VAT ID: ATU12345678');
  const invoice = await textOfDownload(page, /^Download \d{4}-/);
  for (const part of ['Reverse charge', 'Engines', 'ATU12345678', 'DE123456781', '25.00']) {
    expect(invoice).toContain(part);
  }
});
