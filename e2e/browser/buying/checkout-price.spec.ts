import type { Page } from '@playwright/test';
import { abortCalls, respondWith, stopIntercepting } from '../../../testing/responses.ts';
import {
  CARDS,
  cardForm,
  expectNothingSent,
  fillCard,
  goToPayment,
  heading,
  payButton,
  toast,
  watchChanges,
} from '../steps.ts';
import { expect, test } from '../test.ts';
import { addCode, addMethod, applyCode, codeField, readOrder, summary } from './checkout.ts';

const rejected = (page: Page) => expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
const accepted = (page: Page) => expect(codeField(page)).not.toHaveAttribute('aria-invalid', 'true');

test('a choice that could not be priced is said, and a retry prices it', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  const { product } = await goToPayment(page, shop);
  const goods = 2 * product.price;
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toHaveText(`Pay ${goods.toFixed(2)}€`);
  await abortCalls(page, '/payment/quote');
  await page.getByRole('radio', { name: new RegExp(courier) }).press('Space');
  const note = summary(page).getByRole('alert');
  await expect(note).toContainText("We couldn't update your total.");
  await expect(payButton(page)).toBeDisabled();
  await stopIntercepting(page, '/payment/quote');
  await note.getByRole('button', { name: 'Retry' }).click();
  await expect(payButton(page)).toHaveText(`Pay ${(goods + 5).toFixed(2)}€`);
  await expect(payButton(page)).toBeEnabled();
  await expect(note).toHaveCount(0);
  await expect(cardForm(page).getByLabel('Card number')).toHaveValue(CARDS.success);
});

test('another choice after a failure is priced without a retry', async ({ page, shop }) => {
  const { product } = await goToPayment(page, shop);
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toBeEnabled();
  await respondWith(page, '/payment/quote', 503, { status: 'error', message: 'We are closed for a moment.' });
  await page.getByLabel('Currency').selectOption('USD');
  await expect(summary(page).getByRole('alert')).toBeVisible();
  // Not the same number in another currency.
  await expect(summary(page)).toContainText(`Total${(2 * product.price).toFixed(2)}€`);
  await expect(page.getByRole('main')).not.toContainText('$');
  await stopIntercepting(page, '/payment/quote');
  await page.getByLabel('Currency').selectOption('EUR');
  await expect(payButton(page)).toHaveText(`Pay ${(2 * product.price).toFixed(2)}€`);
  await expect(payButton(page)).toBeEnabled();
  await expect(summary(page).getByRole('alert')).toHaveCount(0);
});

test('Pay applies a code that was only typed, and shows the new total first', async ({ page, shop }) => {
  const { code } = await addCode(shop);
  const { product, token } = await goToPayment(page, shop);
  const total = (2 * product.price * 0.9).toFixed(2);
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toBeEnabled();
  await codeField(page).fill(code);
  await payButton(page).click();
  await expect(toast(page, 'We applied your discount code. Check the total before you pay.')).toBeVisible();
  await expect(page.getByText(`Code ${code} applied`)).toBeVisible();
  await expect(payButton(page)).toHaveText(`Pay ${total}€`);
  await expect(payButton(page)).toBeFocused();
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  expect(await readOrder(shop, token)).toMatchObject({ amount: Number(total), discountCode: code });
});

test('Pay charges nothing while a typed code is refused', async ({ page, shop }) => {
  await goToPayment(page, shop);
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toBeEnabled();
  for (const change of ['type', 'leave']) {
    if (change === 'type') await codeField(page).fill('NONSENSE');
    const confirmed: string[] = [];
    page.on('request', (request) => request.url().includes('/confirm') && confirmed.push(request.url()));
    await payButton(page).click();
    await expect(codeField(page)).toBeFocused();
    await rejected(page);
    await expect(payButton(page)).toBeEnabled();
    expect(confirmed).toEqual([]);
  }
  await codeField(page).fill('');
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
});

test('a refused code is forgotten: by typing, by another choice and by a reload', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  await goToPayment(page, shop);
  await expect(payButton(page)).toBeEnabled();
  await applyCode(page, 'NONSENSE');
  await rejected(page);
  await expect(payButton(page)).toBeEnabled();
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/quote') && sent.push(request.postData() ?? ''));
  await page.getByRole('radio', { name: new RegExp(courier) }).press('Space');
  await expect(summary(page)).toContainText(`${courier}5.00€`);
  expect(sent).toHaveLength(1);
  expect(sent.join()).not.toContain('NONSENSE');
  await codeField(page).pressSequentially('2');
  await accepted(page);
  await codeField(page).fill('NONSENSE');
  await codeField(page).press('Enter');
  await rejected(page);
  await page.reload();
  await expect(codeField(page)).toHaveValue('');
  await accepted(page);
});

test('a total that changed meanwhile is shown before it is paid', async ({ page, shop }) => {
  const code = `courier-${crypto.randomUUID().slice(0, 8)}`;
  const name = await addMethod(shop, { code });
  const { product } = await goToPayment(page, shop);
  await page.getByRole('radio', { name: new RegExp(name) }).press('Space');
  await page.getByLabel('Country').selectOption('RS');
  for (const label of ['Full name', 'Address', 'City', 'Post code'])
    await page.getByLabel(label, { exact: true }).fill('1');
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toHaveText(`Pay ${(2 * product.price + 5).toFixed(2)}€`);
  await expect(payButton(page)).toBeEnabled();
  const { shippingMethods } = await shop.callAsAdmin('GET', '/admin/shipping-method');
  const { _id } = shippingMethods.find((method: { code: string }) => method.code === code);
  await shop.callAsAdmin('PUT', `/admin/shipping-method/${_id}`, { price: 7 });
  await payButton(page).click();
  await expect(toast(page, 'The total has changed. Check it before you pay.')).toBeVisible();
  await expect(payButton(page)).toHaveText(`Pay ${(2 * product.price + 7).toFixed(2)}€`);
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
});

test('Enter in the address pays like the button', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  await goToPayment(page, shop);
  await page.getByRole('radio', { name: new RegExp(courier) }).press('Space');
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toBeEnabled();
  const changes = watchChanges(page);
  await page.getByLabel('City').press('Enter');
  await expect(page.getByLabel('Country')).toHaveAccessibleDescription('Country is required');
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Name is required');
  await expectNothingSent(page, changes);
});
