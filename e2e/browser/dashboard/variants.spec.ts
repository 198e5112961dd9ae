import type { Page } from '@playwright/test';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { abortCalls, stopIntercepting } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { picture, type Shop, shortId } from '../shop.ts';
import { toast } from '../steps.ts';
import { expect, test } from '../test.ts';
import { openEdit } from './edit-product.ts';
import { rowOf } from './table.ts';

test.use({ login: 'admin' });

const newVariants = (page: Page) => page.getByRole('region', { name: 'New variants' });
const variant = (page: Page, name: string) => newVariants(page).getByRole('group', { name, exact: true });

async function productsIn(shop: Shop, categoryId: string): Promise<AdminProductView[]> {
  const query = `categoryId=${categoryId}&sort=title&direction=asc`;
  return (await shop.callAsAdmin('GET', `/admin/product?${query}`)).products;
}

test('all combinations of options are added at once, each with its price, stock and pictures', async ({
  page,
  shop,
}) => {
  const categoryId = await shop.addCategory();
  await shop.addAttributes(categoryId, [{ code: 'storage', name: 'Storage', type: 'number', unit: 'GB' }]);
  await page.goto('/dashboard/add-product');
  await page.getByLabel('Title').fill('Phone');
  await page.getByLabel('Description').fill('Rings');
  await page.getByLabel('Category').selectOption(categoryId);
  await page.getByLabel('Price', { exact: true }).fill('500');
  await page.getByLabel('Stock').fill('7');
  await page.locator('input[type=file]').setInputFiles([await picture('#aa3344'), await picture('#33aa44')]);
  await page.getByLabel('Family name').fill('Phone');
  await page.getByLabel('Option', { exact: true }).fill('Color');
  await page.getByLabel('Values').fill('Black, White');
  await page.getByRole('button', { name: 'Add option' }).click();
  await page.getByLabel('Option', { exact: true }).last().fill('Storage');
  await page.getByLabel('Values').last().fill('128 GB, 256 GB');
  await expect(newVariants(page).getByRole('status')).toHaveText('4 new variants');
  await expect(newVariants(page)).toContainText('Each variant also gets its Storage as an attribute.');
  const large = variant(page, 'Black · 256 GB');
  await large.getByLabel('Price', { exact: true }).fill('much');
  await variant(page, 'White · 256 GB').getByRole('button', { name: 'Leave out' }).click();
  // What was typed for the others stays.
  await page.getByRole('button', { name: 'Add back 1 variant' }).click();
  await expect(newVariants(page).getByRole('status')).toHaveText('4 new variants');
  await variant(page, 'White · 256 GB').getByRole('button', { name: 'Leave out' }).click();
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(large.getByLabel('Price', { exact: true })).toHaveAccessibleDescription(
    'Price must be a number, such as 12.50',
  );
  await expect(large.getByLabel('Price', { exact: true })).toBeFocused();
  await large.getByLabel('Price', { exact: true }).fill('600');
  await large.getByLabel('Stock').fill('0');
  await expectAccessible(page, 'a form with new variants', [390, 1440]);
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(toast(page, '3 variants added')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/products');
  const added = await productsIn(shop, categoryId);
  expect(added.map(({ title, price, stockCount, images }) => [title, price, stockCount, images.length])).toEqual([
    ['Phone Black 128 GB', 500, 7, 2],
    ['Phone Black 256 GB', 600, 0, 2],
    ['Phone White 128 GB', 500, 7, 2],
  ]);
  // An option with the name of an attribute is its value.
  expect(added.map(({ attributes }) => attributes[0]?.value)).toEqual([128, 256, 128]);
});

test('variants are added to a family from one of them; those that exist are left out', async ({ page, shop }) => {
  const categoryId = await shop.addCategory();
  const options = { Color: 'Black' };
  const product = await shop.addProduct({
    categoryId,
    title: 'Phone Black',
    family: { name: 'Phone', options },
    stock: 3,
  });
  await openEdit(page, product);
  await page.getByRole('link', { name: 'Add variants' }).click();
  await expect(page.getByRole('heading', { name: 'Add variants of Phone Black' })).toBeVisible();
  await expect(page.getByLabel('Family name')).toHaveValue('Phone');
  await expect(page.getByLabel('Description')).toHaveValue(product.description);
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();
  const add = page.getByRole('button', { name: 'Add variants' });
  await add.click();
  await expect(page.getByRole('group', { name: 'Variants' }).getByRole('alert')).toBeVisible();
  await page.getByLabel('Values').fill('Black, White');
  await expect(newVariants(page).getByRole('status')).toHaveText('1 new variant · 1 variant exists');
  await variant(page, 'White').getByLabel('Price', { exact: true }).fill('20');
  await add.click();
  await expect(toast(page, '1 variant added')).toBeVisible();
  await expect(page).toHaveURL(`/dashboard/products/${product._id}`);
  const siblings = page.getByRole('table', { name: 'Variants of Phone' });
  await expect(siblings.getByRole('row')).toContainText(['Variant', 'Black', 'White']);
  await siblings.getByRole('link', { name: 'White' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Phone White');
  await expect(page.getByRole('region', { name: 'Pictures' })).toContainText('1 of 8');
});

test('a product without a family begins one with its variants', async ({ page, shop, product }) => {
  await page.goto(`/dashboard/add-product?variant=${product._id}`);
  await expect(page.getByLabel('Family name')).toHaveValue(product.title);
  await page.getByLabel('Option', { exact: true }).fill('Storage');
  await page.getByLabel('Values').fill('128 GB, 256 GB, 512 GB');
  await page.getByLabel(`${product.title} is`).selectOption('256 GB');
  await expect(newVariants(page).getByRole('group')).toHaveCount(2);
  await page.getByRole('button', { name: 'Add variants' }).click();
  await expect(toast(page, '2 variants added')).toBeVisible();
  const family = await productsIn(shop, product.categoryId._id);
  expect(family.map(({ title }) => title)).toEqual(
    [product.title, `${product.title} 128 GB`, `${product.title} 512 GB`].toSorted(),
  );
  expect(new Set(family.map(({ family }) => family?.name))).toEqual(new Set([product.title]));
});

test('a known family is chosen, and its options are filled in', async ({ page, shop }) => {
  const categoryId = await shop.addCategory();
  const options = { Color: 'Black', Storage: '128 GB' };
  await shop.addProductOnly({ categoryId, family: { name: 'Phone', options } });
  await page.goto('/dashboard/add-product');
  await page.getByLabel('Category').selectOption(categoryId);
  const family = page.getByLabel('Family name');
  await family.fill('Phonee');
  await expect(family).toHaveAccessibleDescription('A new family');
  await family.fill('Phone');
  await expect(family).toHaveAccessibleDescription('1 variant by Color, Storage');
  await expect(page.getByLabel('Option', { exact: true }).last()).toHaveValue('Storage');
});

test('a product is duplicated with its pictures, hidden until it is published', async ({ page, shop }) => {
  const categoryId = await shop.addCategory();
  const title = `Lamp ${shortId()}`;
  const family = { name: 'Lamp', options: { Color: 'Moss' } };
  const product = await shop.addProduct({ categoryId, title, stock: 4, family });
  await page.goto(`/dashboard/products?categoryId=${categoryId}`);
  await rowOf(page, title)
    .getByRole('button', { name: `More actions for ${title}` })
    .click();
  await page.getByRole('button', { name: `Duplicate ${title}` }).click();
  await expect(page.getByRole('heading', { name: `Copy ${title}` })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();
  await page.getByLabel('Title').fill(`${title} II`);
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(toast(page, 'Product added')).toBeVisible();
  const copy = (await productsIn(shop, categoryId)).find((each) => each.title === `${title} II`);
  expect(copy).toMatchObject({ price: product.price, isPublished: false, stockCount: 0, family: null });
  expect(copy?.images).toHaveLength(1);
});

test('a copy is not added without the attributes that it begins with', async ({ page, shop }) => {
  const categoryId = await shop.addCategory();
  await shop.addAttributes(categoryId, [{ code: 'weight', name: 'Weight', type: 'number', unit: 'kg' }]);
  const product = await shop.addProduct({ categoryId, attributes: { weight: 2 } });
  await abortCalls(page, '/admin/attribute?*');
  await page.goto(`/dashboard/add-product?copy=${product._id}`);
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByLabel('Category')).toHaveAccessibleDescription(
    "The attributes of this category aren't loaded yet",
  );
  await stopIntercepting(page, '/admin/attribute?*');
  await page.getByRole('button', { name: 'Reload attributes' }).click();
  await expect(page.getByLabel('Weight')).toHaveValue('2');
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(toast(page, 'Product added')).toBeVisible();
  expect((await productsIn(shop, categoryId)).map(({ attributes }) => attributes[0]?.value)).toEqual([2, 2]);
});

test('a copy that nothing was changed of is left without a question', async ({ page, product }) => {
  await page.goto(`/dashboard/add-product?copy=${product._id}`);
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`/dashboard/products/${product._id}`);
});

test('pictures that cannot be copied leave the rest filled in', async ({ page, product }) => {
  await page.route('**/uploads/*.png', (route) => route.abort());
  await page.goto(`/dashboard/add-product?copy=${product._id}`);
  await expect(page.getByText("The pictures couldn't be copied. Choose them again.")).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(product.title);
});
