import type { Page } from '@playwright/test';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { expectAccessible } from '../accessible.ts';
import { picture, type Shop, shortId } from '../shop.ts';
import { badGateway, expectNothingSent, toast, watchChanges } from '../steps.ts';
import { expect, test } from '../test.ts';
import { openEdit, save } from './edit-product.ts';
import { rowOf } from './table.ts';

test.use({ login: 'admin' });

const read = async (shop: Shop, id: string): Promise<AdminProductView> =>
  (await shop.callAsAdmin('GET', `/admin/product/${id}`)).product;
const valuesOf = ({ attributes }: AdminProductView) =>
  Object.fromEntries(attributes.map(({ code, value }) => [code, value]));

async function addLaptops(shop: Shop): Promise<string> {
  const categoryId = await shop.addCategory(`Laptops ${shortId()}`);
  await shop.addAttributes(categoryId, [
    { code: 'color', name: 'Color', type: 'text' },
    { code: 'ram', name: 'RAM', type: 'number', unit: 'GB' },
    { code: 'touch', name: 'Touchscreen', type: 'boolean' },
  ]);
  return categoryId;
}

const saved = (page: Page) => toast(page, 'Product updated');

test('a product is added with attributes, stock, options and unpublished', async ({ page, shop }) => {
  const categoryId = await addLaptops(shop);
  const title = `Laptop ${shortId()}`;
  await page.goto('/dashboard/add-product');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Light');
  await page.getByLabel('Price', { exact: true }).fill('999');
  await expect(page.getByRole('group', { name: 'Attributes' })).toBeHidden();
  await page.getByLabel('Category').selectOption(categoryId);
  await page.getByLabel('Color').fill('Moss');
  await page.getByLabel('RAM').fill('16,5');
  await page.getByLabel('Touchscreen').selectOption('No');
  await page.getByLabel('Stock').fill('3');
  await page.getByLabel('Published').uncheck();
  await page.getByLabel('Family name').fill('Laptop 3');
  await page.getByLabel('Option', { exact: true }).fill('Color');
  await page.getByLabel('Value').fill('Moss');
  await page.getByRole('button', { name: 'Add option' }).click();
  await expect(page.getByLabel('Option', { exact: true }).last()).toBeFocused();
  await page.locator('input[type=file]').setInputFiles(await picture());
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(toast(page, 'Product added')).toBeVisible();

  const row = rowOf(page, title);
  await expect(row).toContainText('Unpublished');
  await expect(row).toContainText('3 left');
  await row.getByRole('link', { name: `Edit ${title}` }).click();
  await expect(page.getByLabel('RAM')).toHaveValue('16.5');
  await expect(page.getByLabel('Color')).toHaveValue('Moss');
  await expect(page.getByLabel('Touchscreen')).toHaveValue('false');
  await expect(page.getByLabel('Stock')).toHaveValue('3');
  await expect(page.getByLabel('Published')).not.toBeChecked();
  await expect(page.getByLabel('Family name')).toHaveValue('Laptop 3');
  await expect(page.getByLabel('Value')).toHaveValue('Moss');
  const changes = watchChanges(page);
  await save(page).click();
  await expect(page.getByText('No changes to save')).toBeVisible();
  await expectNothingSent(page, changes);
});

test('an edit of the details is stored, and an emptied one is removed', async ({ page, shop }) => {
  const categoryId = await addLaptops(shop);
  const product = await shop.addProduct({ categoryId, attributes: { color: 'Moss', ram: 8 }, stock: 7 });
  await openEdit(page, product);
  await page.getByLabel('Color').fill('');
  await page.getByLabel('Touchscreen').selectOption('Yes');
  await page.getByLabel('Stock').fill('');
  await page.getByLabel('Published').press('Space');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  const view = await read(shop, product._id);
  expect([valuesOf(view), view.stockCount, view.isPublished]).toEqual([{ ram: 8, touch: true }, null, false]);
});

test('wrong details are refused beside their fields', async ({ page, shop }) => {
  const categoryId = await addLaptops(shop);
  const product = await shop.addProduct({ categoryId });
  await openEdit(page, product);
  const changes = watchChanges(page);
  await page.getByLabel('RAM').fill('much');
  await page.getByLabel('Stock').fill('-1');
  await page.getByRole('button', { name: 'Add option' }).click();
  await page.getByLabel('Option', { exact: true }).fill('Color');
  await save(page).click();
  await expect(page.getByLabel('RAM')).toHaveAccessibleDescription('RAM must be a number');
  await expect(page.getByLabel('RAM')).toBeFocused();
  await expect(page.getByLabel('Stock')).toHaveAccessibleDescription(
    'Stock must be a whole number from 0 to 1,000,000',
  );
  await expect(page.getByLabel('Family name')).toHaveAccessibleDescription('Family name is required');
  await expect(page.getByLabel('Value')).toHaveAccessibleDescription('Value is required');
  await page.getByLabel('RAM').fill('16');
  await expect(page.getByLabel('RAM')).not.toHaveAttribute('aria-invalid');
  await page.getByRole('button', { name: 'Remove option 1' }).click();
  await page.getByLabel('Stock').fill('0');
  await expectNothingSent(page, changes);
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(await read(shop, product._id)).toMatchObject({ stockCount: 0, family: null });
});

test('a variant that exists is refused in the form', async ({ page, shop }) => {
  const categoryId = await shop.addCategory();
  await shop.addProductOnly({ categoryId, family: { name: 'Walkman', options: { Color: 'Moss' } } });
  const product = await shop.addProduct({ categoryId });
  await openEdit(page, product);
  await page.getByLabel('Family name').fill('Walkman');
  await page.getByLabel('Option', { exact: true }).fill('Color');
  await page.getByLabel('Value').fill('Moss');
  await save(page).click();
  const variants = page.getByRole('group', { name: 'Variants' });
  await expect(variants.getByRole('alert')).toHaveText('Walkman already has a variant with Color Moss');
  await page.getByLabel('Value').fill('Rust');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(variants.getByRole('alert')).toBeHidden();
});

test('another category brings its own attributes, and shared ones keep their values', async ({ page, shop }) => {
  const [laptops, phones] = [await addLaptops(shop), await shop.addCategory()];
  await shop.addAttributes(phones, [
    { code: 'ram', name: 'Memory', type: 'number', unit: 'GB' },
    { code: 'sim', name: 'SIM', type: 'text' },
  ]);
  const product = await shop.addProduct({ categoryId: laptops, attributes: { color: 'Moss', ram: 8 } });
  await openEdit(page, product);
  await page.getByLabel('Category').selectOption(phones);
  await expect(page.getByLabel('Color')).toBeHidden();
  await expect(page.getByLabel('Memory')).toHaveValue('8');
  await page.getByLabel('SIM').fill('Nano');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(valuesOf(await read(shop, product._id))).toEqual({ ram: 8, sim: 'Nano' });
});

test('without the attributes, the rest can be edited and they stay', async ({ page, shop }) => {
  const categoryId = await addLaptops(shop);
  const product = await shop.addProduct({ categoryId, attributes: { ram: 8 } });
  await page.route('**/api/v1/admin/attribute?**', badGateway);
  await openEdit(page, product);
  await expect(page.getByRole('button', { name: 'Reload attributes' })).toBeVisible();
  await page.getByLabel('Price', { exact: true }).fill('5');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(await read(shop, product._id)).toMatchObject({ price: 5, attributes: [{ code: 'ram', value: 8 }] });
  await page.unroute('**/api/v1/admin/attribute?**');
  await page.getByRole('button', { name: 'Reload attributes' }).click();
  await expect(page.getByLabel('RAM')).toHaveValue('8');
});

test('a category without attributes leads to where they are added', async ({ page, product }) => {
  await openEdit(page, product);
  await page.getByRole('link', { name: `Add attributes to ${product.categoryId.categoryName}` }).click();
  await expect(page).toHaveURL(`/dashboard/categories/${product.categoryId._id}`);
});

test('a stock that changed meanwhile is shown before it is overwritten', async ({ page, shop }) => {
  const product = await shop.addProduct({ stock: 9 });
  await openEdit(page, product);
  // A sale changes the stock without an edit of the product.
  await shop.callAsAdmin('PUT', '/admin/product', { id: product._id, stock: 8, stockWas: 9 });
  await page.getByLabel('Stock').fill('20');
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'The stock changed while you were editing' });
  await expect(dialog).toContainText('Before9Theirs8Yours20');
  await expect(dialog.getByRole('button', { name: 'Keep both' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(saved(page)).toBeVisible();
  expect((await read(shop, product._id)).stockCount).toBe(20);
});

test('overwriting other fields does not undo a sale', async ({ page, shop }) => {
  const product = await shop.addProduct({ stock: 9 });
  await openEdit(page, product);
  await shop.callAsAdmin('PUT', '/admin/product', { id: product._id, title: 'Theirs', stock: 8, stockWas: 9 });
  await page.getByLabel('Title').fill('Mine');
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Someone saved changes while you were editing' });
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(saved(page)).toBeVisible();
  expect(await read(shop, product._id)).toMatchObject({ title: 'Mine', stockCount: 8 });
  await expect(page.getByLabel('Stock')).toHaveValue('8');
});

test('conflicting edits of details show readable values, and can both be kept', async ({ page, shop }) => {
  const categoryId = await addLaptops(shop);
  const product = await shop.addProduct({ categoryId, attributes: { ram: 8 } });
  await openEdit(page, product);
  const theirs = {
    attributes: { ram: 16, touch: true },
    isPublished: false,
    family: { name: 'Laptop 3', options: { Color: 'Moss', Memory: '8 GB' } },
  };
  await shop.callAsAdmin('PUT', '/admin/product', { id: product._id, ...theirs });
  await page.getByLabel('Price', { exact: true }).fill('5');
  await save(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('AttributesBeforeRAM: 8 GBTheirsRAM: 16 GB');
  await expect(dialog).toContainText('Touchscreen: YesYoursRAM: 8 GB');
  await expect(dialog).toContainText('PublishedBeforeYesTheirsNoYoursYes');
  await expect(dialog).toContainText('VariantBeforeNoneTheirsLaptop 3: Color Moss, Memory 8 GBYoursNone');
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect(saved(page)).toBeVisible();
  const view = await read(shop, product._id);
  expect(view).toMatchObject({ price: 5, isPublished: false, family: { name: 'Laptop 3' } });
  expect(valuesOf(view)).toEqual({ ram: 16, touch: true });
});

test('unsaved details ask before they are left, changed back ones do not', async ({ page, shop }) => {
  const categoryId = await addLaptops(shop);
  const product = await shop.addProduct({ categoryId });
  await openEdit(page, product);
  await page.getByLabel('Color').fill('Moss');
  await page.getByRole('link', { name: 'Back to products' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.getByLabel('Color').fill('');
  await page.getByRole('link', { name: 'Back to products' }).click();
  await expect(page).toHaveURL('/dashboard/products');
});

test('the table filters by availability', async ({ page, shop }) => {
  const categoryId = await shop.addCategory();
  const titles = { soldOut: `Sold ${shortId()}`, low: `Low ${shortId()}`, hidden: `Hidden ${shortId()}` };
  await shop.addProductOnly({ categoryId, title: titles.soldOut, stock: 0 });
  await shop.addProductOnly({ categoryId, title: titles.low, stock: 5 });
  await shop.addProductOnly({ categoryId, title: titles.hidden, isPublished: false, stock: 1200 });
  await page.goto(`/dashboard/products?categoryId=${categoryId}`);
  await expect(rowOf(page, titles.soldOut)).toContainText('Sold out');
  await expect(rowOf(page, titles.low)).toContainText('5 left');
  await expect(rowOf(page, titles.hidden)).toContainText('Unpublished');
  await expect(rowOf(page, titles.hidden)).toContainText('1,200');
  const filter = page.getByLabel('Availability');
  for (const [name, title] of [
    ['Sold out', titles.soldOut],
    ['Low stock', titles.low],
    ['Unpublished', titles.hidden],
  ] as const) {
    await filter.selectOption(name);
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await expect(rowOf(page, title)).toBeVisible();
  }
  await expect(page).toHaveURL(/availability=unpublished/);
});

test('the details of a product are accessible', async ({ page, shop }) => {
  const categoryId = await addLaptops(shop);
  const family = { name: 'Laptop 3', options: { Color: 'Moss', Memory: '8 GB' } };
  const product = await shop.addProduct({ categoryId, attributes: { ram: 8 }, stock: 3, family });
  await openEdit(page, product);
  await page.getByLabel('RAM').fill('much');
  await save(page).click();
  await expect(page.getByLabel('RAM')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'the details of a product', [390, 768, 1440]);
});
