import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { CARDS, cartItem, chooseByTyping, fillCard, goToPayment, heading, payButton } from '../steps.ts';
import { storeCart } from '../storage.ts';
import { expect, test } from '../test.ts';
import { addMethod, address, chooseCourier, fillAddress, proceed, readOrder, summary } from './checkout.ts';

const billing = (page: Page) => page.getByRole('region', { name: 'Billing' });
const isCompany = (page: Page) => billing(page).getByLabel("I'm buying for a company");
const vatId = (page: Page) => billing(page).getByLabel('VAT ID (optional)');

/** Quotes say this about the VAT id of their billing. */
async function answerChecks(page: Page, answer: object): Promise<void> {
  await page.route('**/api/v1/payment/quote', async (route) => {
    const response = await route.fetch();
    const isAsked = Boolean(route.request().postDataJSON().billing?.vatId);
    await route.fulfill({ response, json: { ...(await response.json()), ...(isAsked && answer) } });
  });
}

test('bills a company to the address of the delivery', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  const { token } = await goToPayment(page, shop);
  await chooseCourier(page, courier);
  await fillAddress(page);
  await expect(billing(page).getByLabel('Same as the delivery address')).toBeChecked();
  await isCompany(page).check();
  await fillCard(page, CARDS.success);
  await payButton(page).click();
  await expect(billing(page).getByLabel('Company', { exact: true })).toHaveAccessibleDescription('Company is required');
  await billing(page).getByLabel('Company', { exact: true }).fill('Engines');
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  expect(await readOrder(shop, token)).toMatchObject({
    billing: { company: 'Engines', name: 'Ada Lovelace', city: 'Novi Sad', country: 'RS', vatId: '' },
  });
});

test('bills to another address, by keyboard alone, and keeps it on reload', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  const { token } = await goToPayment(page, shop);
  await chooseCourier(page, courier);
  await fillAddress(page);
  await billing(page).getByLabel('Use another billing address').press('Space');
  const { keyboard } = page;
  await keyboard.press('Tab');
  await expect(billing(page).getByLabel('Country')).toBeFocused();
  await chooseByTyping(billing(page).getByLabel('Country'), 'United States', 'US');
  for (const text of ['Charles Babbage', 'Broadway 1', 'New York', 'New York', '10001']) {
    await keyboard.press('Tab');
    await keyboard.type(text);
  }
  await page.reload();
  await expect(billing(page).getByLabel('State')).toHaveValue('NY');
  await fillCard(page, CARDS.success);
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  expect(await readOrder(shop, token)).toMatchObject({
    delivery: { name: 'Ada Lovelace', country: 'RS' },
    billing: { company: '', name: 'Charles Babbage', city: 'New York', state: 'NY', country: 'US' },
  });
});

for (const [answer, text] of [
  [{ vatCheck: 'valid' }, 'VAT ID confirmed. VAT is charged for this delivery.'],
  [{ vatCheck: 'valid', reverseCharge: true }, 'VAT ID confirmed. Reverse charge: you pay no VAT here.'],
  [{ vatCheck: 'invalid' }, "The EU's VAT service doesn't know this ID, so VAT is charged. Check it for typos."],
  [{ vatCheck: 'unavailable' }, "We couldn't check this ID just now, so VAT is charged."],
] as const) {
  test(`says beside the VAT id: ${text}`, async ({ page, shop }) => {
    await answerChecks(page, answer);
    const courier = await addMethod(shop);
    await goToPayment(page, shop);
    await chooseCourier(page, courier);
    await fillAddress(page);
    await isCompany(page).check();
    await billing(page).getByLabel('Company', { exact: true }).fill('Engines');
    await vatId(page).fill('de 136.695.976');
    await vatId(page).press('Tab');
    await expect(billing(page).getByRole('status')).toHaveText(text);
    if ('reverseCharge' in answer) await expect(summary(page)).toContainText('reverse charge');
    await expectAccessible(page, 'the checkout with a billing', [390, 768, 1440]);
  });
}

test('says at the field that a VAT id is none', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  await goToPayment(page, shop);
  await chooseCourier(page, courier);
  await fillAddress(page);
  await isCompany(page).check();
  await billing(page).getByLabel('Company', { exact: true }).fill('Engines');
  await vatId(page).fill('DE1');
  await vatId(page).press('Tab');
  await expect(vatId(page)).toHaveAccessibleDescription(/./);
  await expect(vatId(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(payButton(page)).toBeEnabled();
});

test('starts with the company of the default address', async ({ page, shop, shopper }) => {
  const office = { company: 'Engines', name: '', address: 'Ring 1', city: 'Wien', postCode: '1010', country: 'AT' };
  await shop.call('POST', '/user/address', { token: shopper.token, body: office });
  await storeCart(page, [cartItem(await shop.addProduct())]);
  await page.goto('/order');
  await proceed(page).click();
  await expect(isCompany(page)).toBeChecked();
  await expect(billing(page).getByLabel('Company', { exact: true })).toHaveValue('Engines');
});

test('asks a company that collects its order for an address', async ({ page, shop }) => {
  await goToPayment(page, shop);
  await page.getByRole('radio', { name: /Collect in store/ }).press('Space');
  await expect(billing(page).getByLabel('My name, without an address')).toBeChecked();
  await isCompany(page).check();
  await expect(billing(page).getByLabel('Address', { exact: true })).toBeVisible();
  await expect(billing(page).getByLabel('The company has another address')).toHaveCount(0);
});

test('says that it checks a VAT id once its other address is complete, and still shows the answer then', async ({
  page,
  shop,
}) => {
  await answerChecks(page, { vatCheck: 'valid' });
  const courier = await addMethod(shop);
  await goToPayment(page, shop);
  await chooseCourier(page, courier);
  await fillAddress(page);
  await isCompany(page).check();
  await billing(page).getByLabel('Company', { exact: true }).fill('Engines');
  await vatId(page).fill('DE136695976');
  await vatId(page).press('Tab');
  const answer = billing(page).getByRole('status');
  await expect(answer).toHaveText('VAT ID confirmed. VAT is charged for this delivery.');
  await billing(page).getByLabel('The company has another address').check();
  await expect(answer).toHaveText("We'll check this ID once the address is complete.");
  await billing(page).getByLabel('Country').selectOption('DE');
  for (const [label, value] of Object.entries(address)) {
    if (label !== 'Full name') await billing(page).getByLabel(label, { exact: true }).fill(value);
  }
  await expect(answer).toHaveText('VAT ID confirmed. VAT is charged for this delivery.');
});
