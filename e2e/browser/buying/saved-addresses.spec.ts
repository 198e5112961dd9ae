import type { Page } from '@playwright/test';
import type { Account, Shop } from '../shop.ts';
import { CARDS, cartItem, fillCard, goToPayment, heading, payButton } from '../steps.ts';
import { storeCart } from '../storage.ts';
import { expect, test } from '../test.ts';
import { addMethod, chooseCourier, proceed, readOrder } from './checkout.ts';

const home = { name: 'Ada Lovelace', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };

async function openStep2(page: Page, shop: Shop): Promise<void> {
  await storeCart(page, [cartItem(await shop.addProduct())]);
  await page.goto('/order');
  await proceed(page).click();
}

async function saveAddress(shop: Shop, { token }: Account, change: object = {}): Promise<void> {
  await shop.call('POST', '/user/address', { token, body: { ...home, ...change } });
}

test('starts with the default address, and fills in another that is chosen', async ({ page, shop, shopper }) => {
  const courier = await addMethod(shop);
  await saveAddress(shop, shopper);
  await saveAddress(shop, shopper, {
    company: 'Engines',
    address: 'Broadway 1',
    city: 'New York',
    postCode: '10001',
    country: 'US',
    state: 'NY',
  });
  await openStep2(page, shop);
  await page.getByRole('radio', { name: new RegExp(courier) }).press('Space');
  await expect(page.getByText('21000 Novi Sad')).toBeVisible();
  await expect(page.getByLabel('Country')).toHaveCount(0);
  await page.getByRole('button', { name: 'Change the address' }).click();
  await expect(page.getByLabel('Country')).toHaveValue('RS');
  await page
    .getByLabel('Saved addresses')
    .selectOption({ label: 'Ada Lovelace, Engines, Broadway 1, New York, NY 10001, United States' });
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace, Engines');
  await expect(page.getByLabel('State')).toHaveValue('NY');
  await fillCard(page, CARDS.success);
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  expect(await readOrder(shop, shopper.token)).toMatchObject({
    delivery: { city: 'New York', state: 'NY', country: 'US' },
  });
});

test('choosing a saved address clears the errors of the fields that it fills in', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  const { token } = await goToPayment(page, shop);
  await chooseCourier(page, courier);
  // Saved meanwhile, the address is offered but fills no field.
  await shop.call('POST', '/user/address', { token, body: home });
  await page.reload();
  await page.getByLabel('Use another billing address').press('Space');
  await fillCard(page, CARDS.success);
  await payButton(page).click();
  for (const name of ['Delivery', 'Billing']) {
    const panel = page.getByRole('region', { name, exact: true });
    await expect(panel.getByLabel('City')).toHaveAccessibleDescription('City is required');
    await panel.getByLabel('Saved addresses').selectOption({ index: 1 });
    await expect(panel.getByLabel('City')).toHaveValue('Novi Sad');
    await expect(panel.getByText('is required')).toHaveCount(0);
  }
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
});

test('asks for what addresses in a country have', async ({ page, shop, shopper }) => {
  const courier = await addMethod(shop);
  await openStep2(page, shop);
  await page.getByRole('radio', { name: new RegExp(courier) }).press('Space');
  await page.getByLabel('Country').selectOption('IT');
  await page.getByLabel('Province').selectOption('Milano');
  await page.getByLabel('Country').selectOption('US');
  await expect(page.getByLabel('State')).toHaveValue('');
  await page.getByLabel('Country').selectOption('QA');
  await expect(page.getByLabel('Post code')).toHaveCount(0);
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('Address', { exact: true }).fill('West Bay 1');
  await page.getByLabel('City').fill('Doha');
  await fillCard(page, CARDS.success);
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  expect((await readOrder(shop, shopper.token)).delivery).toEqual({
    ...home,
    address: 'West Bay 1',
    city: 'Doha',
    postCode: '',
    country: 'QA',
    phoneNumber: '',
  });
  // The address is the first, and saved with the order.
  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'Addresses' })).toContainText('West Bay 1, Doha, Qatar');
});
