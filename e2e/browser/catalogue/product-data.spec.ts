import { expectAccessible } from '../accessible.ts';
import { madeUpProduct, serveProducts } from '../steps.ts';
import { expect, test } from '../test.ts';

const labelled = madeUpProduct({
  title: 'Charged thing',
  energy: { class: 'C', eprel: '123456' },
  energySheet: '/uploads/documents/sheet.pdf',
  charger: { isIncluded: false, minWatts: 20, maxWatts: 45, usbPd: true },
});

test('energy class and charger stand beside the price of a card, with their links', async ({ page }) => {
  await serveProducts(page, [labelled]);
  await page.goto('/?search=thing');
  const card = page.getByRole('listitem').filter({ hasText: 'Charged thing' });
  await expect(card.getByRole('img', { name: 'Energy class C on a scale from A to G' })).toBeVisible();
  await expect(card.getByRole('img', { name: 'Charger not included' })).toBeVisible();
  await expect(card.getByRole('img', { name: 'Needs a charger with 20 to 45 watts, supports USB PD' })).toContainText(
    '20 - 45WUSB PD',
  );
  await expect(card.getByRole('link', { name: 'Product sheet' })).toHaveAttribute('href', labelled.energySheet ?? '');
  await expect(card.getByRole('link', { name: 'EPREL' })).toHaveAttribute(
    'href',
    'https://eprel.ec.europa.eu/qr/123456',
  );
  await expect(card).toContainText('incl. VAT, plus delivery');
  await expectAccessible(page, 'labels');
});

test('they stay with the product in the cart', async ({ page }) => {
  await serveProducts(page, [labelled]);
  await page.goto('/?search=thing');
  await page.getByRole('button', { name: 'Add Charged thing to cart' }).click();
  await page.goto('/order');
  const line = page.getByRole('listitem').filter({ hasText: 'Charged thing' });
  await expect(line.getByRole('img', { name: 'Energy class C on a scale from A to G' })).toBeVisible();
  await expect(line.getByRole('img', { name: 'Charger not included' })).toBeVisible();
});

test('they stand beside the price on the product page and in the comparison', async ({ page, shop }) => {
  const { energy, charger } = labelled;
  const { _id } = await shop.addProduct({ energy, charger });
  const other = await shop.addProduct();
  for (const path of [`/product/${_id}`, `/compare?ids=${_id},${other._id}`]) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('img', { name: 'Energy class C on a scale from A to G' }).first()).toBeVisible();
    await expect(main.getByRole('img', { name: 'Charger not included' }).first()).toBeVisible();
    await expect(main.getByRole('link', { name: 'EPREL' }).first()).toHaveAttribute('href', /qr\/123456$/);
  }
});

test('a published delivery page is linked beside prices and in the footer', async ({ page, shop }) => {
  const body = `Two days, ${crypto.randomUUID()}.`;
  await shop.callAsAdmin('POST', '/admin/page/delivery/publish', { language: 'en', title: 'Delivery times', body });
  const { _id } = await shop.addProduct();
  await page.goto(`/product/${_id}`);
  const link = page.getByRole('main').getByRole('link', { name: 'delivery', exact: true }).first();
  await expect(link).toHaveAttribute('href', '/pages/delivery');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Delivery times' }).click();
  await expect(page.getByText(body)).toBeVisible();
});
