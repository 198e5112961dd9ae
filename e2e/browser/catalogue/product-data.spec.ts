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
