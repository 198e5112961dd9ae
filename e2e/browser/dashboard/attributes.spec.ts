import type { Locator, Page } from '@playwright/test';
import type { AttributeView } from '#contract/catalogue/catalogue.ts';
import { holdCall } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { type Shop, shortId } from '../shop.ts';
import { badGateway, expectNothingSent, heading, toast, watchChanges } from '../steps.ts';
import { expect, test } from '../test.ts';
import { rowOf } from './table.ts';

test.use({ login: 'admin' });

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Attributes' }).getByRole('listitem');
const dialog = (page: Page): Locator => page.getByRole('dialog');

async function openAttributes(page: Page, shop: Shop): Promise<string> {
  const categoryId = await shop.addCategory();
  await shop.addAttributes(categoryId, [
    { code: 'color', name: 'Color', type: 'text' },
    { code: 'ram', name: 'RAM', type: 'number', unit: 'GB' },
    { code: 'wireless', name: 'Wireless', type: 'boolean', isFilterable: false },
  ]);
  await page.goto(`/dashboard/categories/${categoryId}`);
  await expect(rows(page)).toHaveCount(3);
  return categoryId;
}

const stored = async (shop: Shop, categoryId: string): Promise<AttributeView[]> =>
  (await shop.callAsAdmin('GET', `/admin/attribute?categoryId=${categoryId}`)).attributes;
const storedCodes = async (shop: Shop, categoryId: string) =>
  (await stored(shop, categoryId)).map(({ code }) => code).join();

test('the categories lead to their attributes, and the first one can be added', async ({ page, shop }) => {
  const name = `Laptops ${shortId()}`;
  const categoryId = await shop.addCategory(name);
  await page.goto(`/dashboard/categories?search=${name}`);
  await rowOf(page, name).getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(`/dashboard/categories/${categoryId}`);
  await expect(heading(page, `Attributes of ${name}`)).toBeFocused();
  await expect(page.getByText('No attributes yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add attribute' }).click();
  await dialog(page).getByLabel('Name').fill('Screen size');
  await expect(dialog(page).getByLabel('Code')).toHaveValue('screen_size');
  await dialog(page).getByLabel('Type').selectOption('Number');
  await dialog(page).getByLabel('Unit').fill('in');
  await dialog(page).getByLabel('Unit').press('Enter');
  await expect(toast(page, 'Attribute added')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(rows(page)).toHaveText([/^Screen size \(in\).*screen_size.*Number.*Filter/]);
  expect(await stored(shop, categoryId)).toMatchObject([
    { code: 'screen_size', name: 'Screen size', type: 'number', unit: 'in', isFilterable: true },
  ]);
});

test('an attribute needs a name and a free code, which stays as typed', async ({ page, shop }) => {
  await openAttributes(page, shop);
  const changes = watchChanges(page);
  await page.getByRole('button', { name: 'Add attribute' }).click();
  const add = dialog(page).getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect(dialog(page).getByLabel('Name')).toHaveAccessibleDescription('Name is required');
  await expectNothingSent(page, changes);
  await dialog(page).getByLabel('Code').fill('ram');
  await dialog(page).getByLabel('Name').fill('Memory');
  await add.click();
  await expect(dialog(page).getByLabel('Code')).toHaveAccessibleDescription(
    'This category already has an attribute ram',
  );
  await expect(dialog(page).getByLabel('Code')).toBeFocused();
  await dialog(page).getByLabel('Code').fill('memory');
  await add.click();
  await expect(rows(page)).toHaveCount(4);
});

test('an edit changes name, unit and filter, but not code and type', async ({ page, shop }) => {
  const categoryId = await openAttributes(page, shop);
  await page.getByRole('button', { name: 'Edit RAM' }).click();
  await expect(dialog(page).getByLabel('Code')).toBeDisabled();
  await expect(dialog(page).getByLabel('Type')).toBeDisabled();
  await dialog(page).getByLabel('Name').fill('Memory');
  await dialog(page).getByLabel('Unit').fill('MB');
  await dialog(page).getByLabel('Customers can filter by it').uncheck();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Attribute updated')).toBeVisible();
  await expect(rows(page).nth(1)).toHaveText(/^Memory \(MB\).*ram.*Number.*No filter/);
  expect((await stored(shop, categoryId))[1]).toMatchObject({
    code: 'ram',
    name: 'Memory',
    unit: 'MB',
    isFilterable: false,
  });
  await page.getByRole('button', { name: 'Edit Memory' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'No changes to save')).toBeVisible();
});

test('attributes move with the keyboard, and the focus stays on the moved one', async ({ page, shop }) => {
  const categoryId = await openAttributes(page, shop);
  const up = page.getByRole('button', { name: 'Move Wireless up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveText([/^Color/, /^Wireless/, /^RAM/]);
  await expect(up).toBeFocused();
  await expect(page.getByRole('status').getByText('Wireless moved to place 2 of 3')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveText([/^Wireless/, /^Color/, /^RAM/]);
  await expect(up).toBeFocused();
  await expect(up).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => storedCodes(shop, categoryId)).toBe('wireless,color,ram');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await expect(rows(page)).toHaveText([/^Color/, /^RAM/, /^Wireless/]);
  await expect.poll(() => storedCodes(shop, categoryId)).toBe('color,ram,wireless');
  await page.reload();
  await expect(rows(page)).toHaveText([/^Color/, /^RAM/, /^Wireless/]);
});

test('a move shows at once and goes back if it fails', async ({ page, shop }) => {
  const categoryId = await openAttributes(page, shop);
  const { release } = await holdCall(page, '/admin/attribute/*');
  await page.getByRole('button', { name: 'Move RAM up' }).click();
  await expect(rows(page)).toHaveText([/^RAM/, /^Color/, /^Wireless/]);
  release();
  // A move may take several calls.
  await expect.poll(() => storedCodes(shop, categoryId)).toBe('ram,color,wireless');
  await page.route('**/api/v1/admin/attribute/*', badGateway);
  await page.getByRole('button', { name: 'Move Wireless up' }).click();
  await expect(toast(page, 'Edit attribute failed. Please try again.')).toBeVisible();
  await expect(rows(page)).toHaveText([/^RAM/, /^Color/, /^Wireless/]);
});

test('an attribute is deleted with its values, after a confirmation', async ({ page, shop }) => {
  const categoryId = await openAttributes(page, shop);
  const product = await shop.addProductOnly({ categoryId, attributes: { ram: 16, color: 'Moss' } });
  const remove = page.getByRole('button', { name: 'Delete RAM' });
  await remove.click();
  await expect(dialog(page)).toContainText('RAM and its values will be permanently deleted from all products');
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(3);
  await remove.click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Attribute deleted')).toBeVisible();
  await expect(rows(page)).toHaveText([/^Color/, /^Wireless/]);
  await expect(heading(page, /^Attributes of/)).toBeFocused();
  expect((await shop.readProduct(product)).attributes).toMatchObject([{ code: 'color' }]);
});

test('an unknown category says so', async ({ page }) => {
  await page.goto(`/dashboard/categories/${crypto.randomUUID()}`);
  await expect(page.getByText('Category not found')).toBeVisible();
  await page.getByRole('link', { name: 'Back to categories' }).last().click();
  await expect(page).toHaveURL('/dashboard/categories');
});

test('the attributes and their form are accessible', async ({ page, shop }) => {
  await openAttributes(page, shop);
  await expectAccessible(page, 'the attributes', [390, 768, 1440]);
  await page.getByRole('button', { name: 'Edit RAM' }).click();
  await expectAccessible(page, 'the form of an attribute');
});
