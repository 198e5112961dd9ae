import { respondWith } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { heading, madeUpOrder, madeUpProduct } from '../steps.ts';
import { storeAccount } from '../storage.ts';
import { expect, test } from '../test.ts';

const billing = {
  ...{ company: 'Engines GmbH', name: 'Ada Lovelace', address: 'Ring 1', city: 'Wien', postCode: '1010' },
  ...{ country: 'AT', vatId: 'ATU12345678' },
};
const book = { ...madeUpProduct({ title: 'Book', price: 50 }), count: 2 };

test("an order's page shows each VAT rate", async ({ page, shop }) => {
  const order = madeUpOrder([book], {
    ...{ amount: 107, subtotal: 107, tax: { rate: null, amount: 8.19 } },
    taxes: [
      { rate: 0, net: 5, amount: 0 },
      { rate: 7, net: 76.64, amount: 5.36 },
      { rate: 12.5, net: 17.17, amount: 2.83 },
    ],
  });
  await storeAccount(page, await shop.newAccount());
  await respondWith(page, '/orders/o', 200, { status: 'success', order });
  await page.goto('/orders/o');
  const items = page.getByRole('region', { name: 'Items' });
  await expect(items).toContainText('Total107.00€');
  await expect(items).toContainText('Includes 7% VAT5.36€');
  await expect(items).toContainText('Includes 12.5% VAT2.83€');
  await expect(items).not.toContainText('Includes 0%');
});

test("an order's page shows who buys, and that they owe the VAT", async ({ page, shop }) => {
  const order = madeUpOrder([book], {
    ...{ amount: 84.03, subtotal: 84.03, tax: { rate: 0, amount: 0 }, taxes: [{ rate: 0, net: 84.03, amount: 0 }] },
    ...{ reverseCharge: true, billing, vatCheck: 'valid' },
  });
  const netLine = { ...order, lines: order.lines.map((line) => ({ ...line, price: 42.02, amount: 84.03 })) };
  await storeAccount(page, await shop.newAccount());
  await respondWith(page, '/orders/o', 200, { status: 'success', order: netLine });
  await page.goto('/orders/o');
  await expect(heading(page, 'Order 1001')).toBeVisible();
  const items = page.getByRole('region', { name: 'Items' });
  for (const part of ['Subtotal84.03€', 'Total84.03€', 'VAT: reverse charge']) await expect(items).toContainText(part);
  const buyer = page.getByRole('region', { name: 'Billing' });
  for (const part of ['Engines GmbH', '1010', 'Austria', 'VAT ID: ATU12345678', 'Confirmed by VIES']) {
    await expect(buyer).toContainText(part);
  }
  await expectAccessible(page, 'an order of a company');
});
