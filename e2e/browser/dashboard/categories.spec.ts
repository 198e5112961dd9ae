import type { Page } from '@playwright/test';
import { hold, holdCall } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { type Shop, shortId } from '../shop.ts';
import { badGateway, expectNothingSent, toast, watchChanges } from '../steps.ts';
import { expect, test } from '../test.ts';
import { rowOf } from './table.ts';

test.use({ login: 'admin' });

const nameField = (page: Page) => page.getByRole('dialog').getByLabel('Category Name');

const newName = () => `Category ${shortId()}`;

/** Adds an empty category. @returns its name */
async function newCategory(shop: Shop): Promise<string> {
  const name = newName();
  await shop.addCategory(name);
  return name;
}

async function openCategories(page: Page, search: string): Promise<void> {
  await page.goto(`/dashboard/categories?search=${encodeURIComponent(search)}`);
}

test('the table shows number, name, lower name, product count with a link, Edit and Delete', async ({ page, shop }) => {
  const name = newName();
  const categoryId = await shop.addCategory(name);
  await shop.addProduct({ categoryId });
  await openCategories(page, name);
  const headings = page.getByRole('columnheader');
  const names = ['No.', 'Name', 'Lower name', 'Products', 'View products', 'Edit', 'Delete'];
  await expect(headings).toHaveText(names);
  const cells = rowOf(page, name).locator('td, th');
  await expect(cells.nth(0)).toHaveText('1');
  await expect(cells.nth(1)).toHaveText(name);
  await expect(cells.nth(2)).toHaveText(name.toLowerCase());
  await expect(cells.nth(3)).toHaveText('1');
  await page.getByRole('link', { name: `View products of ${name}` }).click();
  await expect(page).toHaveURL(`/dashboard/products?categoryId=${categoryId}`);
  await expect(page.getByText('1 product', { exact: true })).toBeVisible();
});

test('an empty table says so', async ({ page }) => {
  await page.route(/admin\/category\?/, (route) =>
    route.fulfill({ json: { status: 'success', allCategories: [], total: 0 } }),
  );
  await page.goto('/dashboard/categories');
  await expect(page.getByText('There is not any category')).toBeVisible();
});

test('adds a category, whose name is required and unique regardless of case', async ({ page }) => {
  const name = newName();
  await openCategories(page, name);
  await expect(page.getByText('No categories match')).toBeVisible();
  const changes = watchChanges(page);
  await page.getByRole('button', { name: 'Add category' }).click();
  await expect(nameField(page)).toBeFocused();
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect(page.getByText('Category Name is required!')).toBeVisible();
  await expectNothingSent(page, changes);
  await nameField(page).fill(name);
  await nameField(page).press('Enter');
  await expect(page.getByText('Category added')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page, name)).toBeVisible();

  await page.getByRole('button', { name: 'Add category' }).click();
  await nameField(page).fill(name.toUpperCase());
  await add.click();
  const toast = page.getByRole('alert').filter({ hasText: 'Category Name exists' });
  await expect(toast.first()).toBeVisible();
  await expect(nameField(page)).toHaveAccessibleDescription('Category Name exists');
  await expect(nameField(page)).toBeFocused();
});

test('a failed add keeps the name and shows the reason in the form and a toast', async ({ page }) => {
  await openCategories(page, '');
  await page.route('**/api/v1/admin/category', badGateway);
  await page.getByRole('button', { name: 'Add category' }).click();
  await nameField(page).fill('Rejected');
  await nameField(page).press('Enter');
  const message = 'Add category failed. Please try again.';
  await expect(page.locator('.Toastify__toast')).toHaveText(message);
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(message);
  await expect(nameField(page)).toHaveValue('Rejected');
});

test('pressing Enter repeatedly sends a category once', async ({ page }) => {
  const name = newName();
  await openCategories(page, name);
  const changes = watchChanges(page);
  const { release } = await holdCall(page, '/admin/category');
  await page.getByRole('button', { name: 'Add category' }).click();
  await nameField(page).fill(name);
  await nameField(page).press('Enter');
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true });
  await expect(add).toHaveAttribute('aria-busy');
  await nameField(page).press('Enter');
  await add.press('Enter');
  release();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page, name)).toBeVisible();
  expect(changes).toEqual(['POST /api/v1/admin/category']);
});

test('renames a category, requires a name, and sends nothing if it is unchanged', async ({ page, shop }) => {
  const name = await newCategory(shop);
  await openCategories(page, name);
  const changes = watchChanges(page);
  const edit = page.getByRole('button', { name: `Edit ${name}` });
  await edit.click();
  await expect(nameField(page)).toHaveValue(name);
  await nameField(page).press('Enter');
  await expect(page.getByText('No changes to save')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await edit.click();
  await nameField(page).fill(' ');
  await nameField(page).press('Enter');
  await expect(page.getByText('Category Name is required!')).toBeVisible();
  await expectNothingSent(page, changes);
  await nameField(page).fill(`${name} RENAMED`);
  await nameField(page).press('Enter');
  await expect(page.getByText('Category updated')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page, `${name} RENAMED`)).toContainText(`${name.toLowerCase()} renamed`);
});

test('an edit of the name keeps what another admin has changed besides', async ({ page, shop }) => {
  const name = await newCategory(shop);
  await openCategories(page, name);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const { allCategories } = await shop.callAsAdmin('GET', `/admin/category?search=${encodeURIComponent(name)}`);
  const [{ _id }] = allCategories;
  await shop.callAsAdmin('PUT', '/admin/category', { id: _id, categoryName: name, googleCategory: 267 });
  await nameField(page).fill(`${name} again`);
  await nameField(page).press('Enter');
  await expect(page.getByText('Category updated')).toBeVisible();
  const query = `search=${encodeURIComponent(`${name} again`)}`;
  expect((await shop.callAsAdmin('GET', `/admin/category?${query}`)).allCategories).toMatchObject([
    { _id, categoryName: `${name} again`, googleCategory: 267 },
  ]);
});

test('a new name shows at once and reverts if the server rejects it', async ({ page, shop }) => {
  const [name, taken] = [await newCategory(shop), await newCategory(shop)];
  await openCategories(page, name);
  const response = await hold(page, '**/api/v1/admin/category');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await nameField(page).fill(taken.toUpperCase());
  await nameField(page).press('Enter');
  await expect(page.locator('tbody tr').first()).toContainText(taken.toUpperCase());
  response.release();
  await expect(nameField(page)).toHaveAccessibleDescription('Category Name exists');
  await expect(rowOf(page, name)).toHaveCount(1);
  await page.unroute('**/api/v1/admin/category');
  await page.route('**/api/v1/admin/category', badGateway);
  await nameField(page).fill('Another name');
  await nameField(page).press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Edit category failed. Please try again.');
});

test('an empty category is deleted after a confirmation', async ({ page, shop }) => {
  const name = await newCategory(shop);
  await openCategories(page, name);
  const changes = watchChanges(page);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this category?' });
  await expect(dialog).toContainText(`${name} will be permanently deleted.`);
  await expectNothingSent(page, changes);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Category deleted')).toBeVisible();
  await expect(page.getByText('No categories match')).toBeVisible();
});

test('a category with products links to them instead of offering Delete', async ({ page, product }) => {
  const { _id, categoryName } = product.categoryId;
  await openCategories(page, categoryName);
  await expect(rowOf(page, categoryName).locator('td, th').nth(3)).toHaveText('1');
  const changes = watchChanges(page);
  await page.getByRole('button', { name: `Delete ${categoryName}` }).click();
  const dialog = page.getByRole('dialog', { name: `Can't delete ${categoryName}` });
  await expect(dialog).toContainText('You cannot delete this category as it contains products');
  await expect(dialog).toContainText('Move its 1 product before deleting it.');
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
  await expectAccessible(page, 'a category that cannot be deleted');
  await dialog.getByRole('link', { name: 'View products' }).click();
  await expect(page).toHaveURL(`/dashboard/products?categoryId=${_id}`);
  await expectNothingSent(page, changes);
});

test('a category whose products have been deleted meanwhile can be deleted', async ({ page, shop, product }) => {
  const { categoryName } = product.categoryId;
  await openCategories(page, categoryName);
  await expect(rowOf(page, categoryName).locator('td, th').nth(3)).toHaveText('1');
  await shop.callAsAdmin('DELETE', `/admin/product/${product._id}`);
  const address = `/admin/category?search=${encodeURIComponent(categoryName)}`;
  await expect.poll(async () => (await shop.callAsAdmin('GET', address)).allCategories[0].productCount).toBe(0);
  await page.getByRole('button', { name: `Delete ${categoryName}` }).click();
  await expect(page.getByRole('dialog', { name: 'Delete this category?' })).toBeVisible();
});

test('a category that gains a product meanwhile is not deleted, and a toast says why', async ({
  page,
  shop,
  product,
}) => {
  const name = newName();
  const categoryId = await shop.addCategory(name);
  await openCategories(page, name);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await shop.callAsAdmin('PUT', '/admin/product', { id: product._id, categoryId });
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page, 'You cannot delete this category as it contains products')).toBeVisible();
  await expect(rowOf(page, name)).toBeVisible();
});

test("a rejected delete shows the response's error, not its message", async ({ page, shop }) => {
  const name = await newCategory(shop);
  await openCategories(page, name);
  const rejection = { status: 'error', message: 'The message', error: 'The error', code: 'conflict' };
  await page.route('**/api/v1/admin/category/*', (route) => route.fulfill({ status: 409, json: rejection }));
  const remove = async () => {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  };
  await remove();
  await expect(page.getByText('The error')).toBeVisible();
  await expect(page.getByText('The message')).toBeHidden();
  await page.unroute('**/api/v1/admin/category/*');
  await page.route('**/api/v1/admin/category/*', badGateway);
  await remove();
  await expect(page.getByText('Delete category failed. Please try again.')).toBeVisible();
  await expect(rowOf(page, name)).toBeVisible();
});

test('the categories and their dialogs are accessible in both themes, at 390 and 1440 px', async ({ page, shop }) => {
  const name = await newCategory(shop);
  await openCategories(page, name);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await nameField(page).fill('');
  await nameField(page).press('Enter');
  await expect(page.getByText('Category Name is required!')).toBeVisible();
  await expectAccessible(page, 'the category form with errors');
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'the categories');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await expectAccessible(page, 'the delete dialog');
});
