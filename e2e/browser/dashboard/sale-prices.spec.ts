import { expectAccessible } from '../accessible.ts';
import { shortId } from '../shop.ts';
import { expect, test } from '../test.ts';
import { openEdit, save } from './edit-product.ts';

test.use({ login: 'admin' });

test('a sale that an admin starts shows in the form, the shop and the cart, and ends', async ({ page, shop }) => {
  const categoryId = await shop.addCategory(`Lamps ${shortId()}`);
  const product = await shop.addProduct({ categoryId, price: 100 });
  await shop.addProduct({ categoryId, price: 50 });
  await openEdit(page, product);
  const salePrice = page.getByLabel('Sale price');
  await salePrice.fill('100');
  await save(page).click();
  await expect(page.getByText('Sale price must be below the price')).toBeVisible();
  await salePrice.fill('79.50');
  await page.getByLabel('Sale begins').fill('2026-02-01T10:00');
  await page.getByLabel('Sale ends').fill('2026-02-01T09:00');
  await save(page).click();
  await expect(page.getByText('The sale must end after it begins')).toBeVisible();
  await page.getByLabel('Sale ends').fill('2199-12-24T18:00');
  await save(page).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  const history = page.getByRole('region', { name: 'Price history' });
  await expect(history).toContainText('The sale is running. The lowest price in the 30 days before it was 100.00€.');
  await expect(history.getByRole('listitem')).toHaveText([/79\.50€$/, /100\.00€$/]);
  await expectAccessible(page, 'a product on sale in the dashboard');

  await page.goto(`/product/${product._id}`);
  const purchase = page.getByRole('main');
  await expect(purchase.getByText('79.50€').first()).toBeVisible();
  await expect(purchase.getByText('−20%')).toBeVisible();
  await expect(purchase.locator('s')).toHaveText('Lowest price in the 30 days before the sale: 100.00€');
  await expect(purchase.getByText('Sale ends Dec 24, 2199, 18:00')).toBeVisible();
  await expectAccessible(page, 'a product on sale');
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await page.goto('/order');
  await expect(page.getByRole('main').locator('s').first()).toHaveText(/100\.00€$/);
  await expect(page.getByRole('main').getByText('−20%').first()).toBeVisible();

  await page.goto(`/product/${product._id}`);
  await page.goto(`/dashboard/products/${product._id}`);
  await salePrice.fill('');
  await save(page).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  await expect(history.getByRole('listitem')).toHaveText([/100\.00€$/, /79\.50€$/, /100\.00€$/]);
  await page.goto(`/product/${product._id}`);
  await expect(page.getByRole('main').getByText('100.00€').first()).toBeVisible();
  await expect(page.getByRole('main').locator('s')).toHaveCount(0);
});

test('lists can be limited to what is on sale and sorted by the saving', async ({ page, shop }) => {
  const word = `Quill${shortId()}`;
  const token = shop.admin.token;
  for (const [name, salePrice] of [
    ['tenth', 90],
    ['half', 50],
    ['none', null],
  ] as const) {
    const { _id } = await shop.addProduct({ title: `${word} ${name}`, price: 100 });
    if (salePrice !== null) await shop.call('PUT', '/admin/product', { token, body: { id: _id, salePrice } });
  }
  await page.goto(`/?search=${word}&onSale=true&sort=saving`);
  const titles = page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasText: word });
  await expect(titles).toHaveText([`${word} half`, `${word} tenth`]);
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('saving');
  await page.getByRole('button', { name: 'Remove On sale' }).click();
  await expect(titles).toHaveCount(3);
});
