import type { Locator, Page } from '@playwright/test';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { expectAccessible } from '../accessible.ts';
import { type Shop, shortId } from '../shop.ts';
import { badGateway, expectNothingSent, toast, watchChanges } from '../steps.ts';
import { expect, test } from '../test.ts';
import { rowOf, rows } from './table.ts';

test.use({ login: 'admin' });

const dialog = (page: Page): Locator => page.getByRole('dialog');
const preview = (page: Page): Locator => dialog(page).getByRole('region', { name: 'Preview' });
const save = (page: Page): Locator => dialog(page).getByRole('button', { name: 'Save' });
const lastEdit = (page: Page): Locator => page.getByRole('region', { name: 'Last edit' });
const undo = (page: Page): Locator => lastEdit(page).getByRole('button', { name: 'Undo' });
/** Undoes the last edit at once: a toast that covers the button would stay longer than this click may take. */
const pressUndo = (page: Page): Promise<void> => undo(page).click({ timeout: 4_000 });

const read = async (shop: Shop, id: string): Promise<AdminProductView> =>
  (await shop.callAsAdmin('GET', `/admin/product/${id}`)).product;

type Chosen = { laptop: string; mouse: string; name: string };

/** Adds a laptop for 1,349.00€ and a mouse for 20.00€, and selects both. */
async function selectTwo(page: Page, shop: Shop): Promise<Chosen> {
  const name = shortId();
  const categoryId = await shop.addCategory();
  const laptop = await shop.addProductOnly({ title: `Laptop ${name}`, price: 1349, categoryId, stock: 3 });
  const mouse = await shop.addProductOnly({ title: `Mouse ${name}`, price: 20, categoryId });
  await page.goto(`/dashboard/products?search=${name}&sort=title&direction=asc`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all products on this page' }).check();
  return { laptop, mouse, name };
}

async function openForm(page: Page, shop: Shop): Promise<Chosen> {
  const chosen = await selectTwo(page, shop);
  await page.getByRole('group', { name: 'Selected products' }).getByRole('button', { name: 'Edit' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Edit 2 products');
  return chosen;
}

async function changePrices(page: Page, by: 'By percent' | 'By amount', typed: string): Promise<void> {
  await dialog(page).getByLabel('Price', { exact: true }).selectOption(by);
  await dialog(page)
    .getByLabel(by === 'By percent' ? 'Percent' : 'Amount')
    .fill(typed);
}

test('prices change by percent as previewed, and are restored as one', async ({ page, shop }) => {
  const { laptop, mouse, name } = await openForm(page, shop);
  await expect(preview(page)).toContainText('Nothing changes');
  await changePrices(page, 'By percent', '5');
  await expect(preview(page).getByRole('status')).toHaveText('2 of 2 will change');
  const [first, second] = [preview(page).getByRole('row').nth(1), preview(page).getByRole('row').nth(2)];
  await expect(first.getByRole('rowheader')).toHaveText(`Laptop ${name}`);
  await expect(first.getByRole('deletion')).toHaveText('1,349.00€');
  await expect(first.getByRole('insertion')).toHaveText('1,416.45€');
  await expect(second.getByRole('insertion')).toHaveText('21.00€');

  await save(page).click();
  await expect(lastEdit(page)).toContainText('2 products updated');
  await expect(dialog(page)).toBeHidden();
  await expect(rowOf(page, `Laptop ${name}`)).toContainText('1,416.45€');
  await expect(page.getByRole('group', { name: 'Selected products' })).toBeHidden();
  expect((await read(shop, laptop)).price).toBe(1416.45);

  await pressUndo(page);
  await expect(toast(page, '2 products restored')).toBeVisible();
  await expect(undo(page)).toBeHidden();
  await expect(rowOf(page, `Laptop ${name}`)).toContainText('1,349.00€');
  expect((await read(shop, mouse)).price).toBe(20);
});

test('products move to another category, are unpublished and get a stock in one edit', async ({ page, shop }) => {
  const { laptop, mouse, name } = await selectTwo(page, shop);
  const categoryName = `Clearance ${name}`;
  const categoryId = await shop.addCategory(categoryName);
  await page.getByRole('group', { name: 'Selected products' }).getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByLabel('Category').selectOption(categoryName);
  await expect(dialog(page).getByLabel('Category')).toHaveAccessibleDescription(
    "Products lose the attributes that the new category doesn't have.",
  );
  await dialog(page).getByLabel('Visibility').selectOption('Unpublished');
  await dialog(page).getByLabel('Stock', { exact: true }).selectOption('Number in stock');
  await dialog(page).getByLabel('In stock').fill('3');
  const changes = preview(page).getByRole('insertion');
  // The laptop's stock is 3 already.
  await expect(changes).toHaveText([categoryName, 'Unpublished', categoryName, 'Unpublished', '3']);
  await save(page).click();
  await expect(lastEdit(page)).toContainText('2 products updated');
  const changed = { categoryId: { _id: categoryId }, isPublished: false, stockCount: 3 };
  for (const id of [laptop, mouse]) expect(await read(shop, id)).toMatchObject(changed);

  await pressUndo(page);
  await expect(toast(page, '2 products restored')).toBeVisible();
  expect(await read(shop, mouse)).toMatchObject({ isPublished: true, stockCount: null });
});

test('a product edited meanwhile stops the edit, and the preview shows its new state', async ({ page, shop }) => {
  const { laptop, mouse } = await openForm(page, shop);
  await changePrices(page, 'By amount', '-2,5');
  await expect(preview(page).getByRole('insertion')).toHaveText(['1,346.50€', '17.50€']);
  await shop.callAsAdmin('PUT', '/admin/product', { id: mouse, price: 30 });

  await save(page).click();
  const message = 'Some of these products have changed. Check the preview again.';
  await expect(dialog(page).getByRole('alert')).toHaveText(message);
  await expect(preview(page).getByRole('insertion')).toHaveText(['1,346.50€', '27.50€']);
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('-2,5');
  expect((await read(shop, laptop)).price).toBe(1349);

  await save(page).click();
  await expect(lastEdit(page)).toContainText('2 products updated');
  expect((await read(shop, mouse)).price).toBe(27.5);

  await shop.callAsAdmin('PUT', '/admin/product', { id: laptop, price: 1 });
  await pressUndo(page);
  await expect(toast(page, '1 product restored. 1 product changed since')).toBeVisible();
  expect([(await read(shop, laptop)).price, (await read(shop, mouse)).price]).toEqual([1, 30]);
});

test('a price that would fall to its sale price is marked and not sent', async ({ page, shop }) => {
  const { name, mouse } = await selectTwo(page, shop);
  await shop.callAsAdmin('PUT', '/admin/product', { id: mouse, salePrice: 15 });
  await page.reload();
  await expect(rowOf(page, `Mouse ${name}`)).toContainText('Sale 15.00€');
  await page.getByRole('checkbox', { name: 'Select all products on this page' }).check();
  await page.getByRole('group', { name: 'Selected products' }).getByRole('button', { name: 'Edit' }).click();
  const changes = watchChanges(page);
  await changePrices(page, 'By amount', '-5');
  await expect(preview(page).getByText('Sale price must be below the price')).toHaveCount(1);
  const message = "1 product can't be saved: its price must stay above its sale price.";
  await expect(dialog(page).getByRole('alert')).toHaveText(message);
  await save(page).click();
  await expectNothingSent(page, changes);
});

test('a price out of range is marked and not sent', async ({ page, shop }) => {
  const { name } = await openForm(page, shop);
  const changes = watchChanges(page);
  await changePrices(page, 'By amount', '-25');
  const first = preview(page).getByRole('row').nth(1);
  await expect(first).toContainText(`Mouse ${name}`);
  await expect(first).toContainText('Price is negative');
  await expect(preview(page).getByText('Price is negative')).toHaveCount(1);
  const refusal = dialog(page).getByRole('alert');
  await expect(refusal).toHaveText("1 product can't be saved: prices must be between 0 and 1,000,000€.");
  await save(page).click();
  await expectNothingSent(page, changes);
  await dialog(page).getByLabel('Amount').fill('999000');
  await expect(first).toContainText('Price is too high');
  await dialog(page).getByLabel('Amount').fill('-20');
  await expect(refusal).toBeHidden();
  await expect(preview(page).getByRole('insertion')).toHaveText(['1,329.00€', '0.00€']);
});

test('a form without a valid change is not sent', async ({ page, shop }) => {
  await openForm(page, shop);
  const changes = watchChanges(page);
  await save(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('No changes to save');
  await changePrices(page, 'By percent', 'five');
  await expect(preview(page)).toContainText('Nothing changes');
  await save(page).click();
  const percent = dialog(page).getByLabel('Percent');
  await expect(percent).toHaveAccessibleDescription(
    'Percent must be a number from -100 to 1,000, with at most two decimals',
  );
  await expect(percent).toBeFocused();
  await expectNothingSent(page, changes);
});

test('a failed edit keeps the form and the selection, and a failed undo can be retried', async ({ page, shop }) => {
  await openForm(page, shop);
  await changePrices(page, 'By percent', '10');
  await page.route('**/api/v1/admin/product/bulk', badGateway);
  await save(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Edit products failed. Please try again.');
  await expect(dialog(page).getByLabel('Percent')).toHaveValue('10');
  await page.unroute('**/api/v1/admin/product/bulk');
  await save(page).click();
  await expect(dialog(page)).toBeHidden();

  await page.route('**/api/v1/admin/product/bulk/*/undo', badGateway);
  await pressUndo(page);
  await expect(toast(page, 'Undo failed. Please try again.')).toBeVisible();
  await page.unroute('**/api/v1/admin/product/bulk/*/undo');
  await pressUndo(page);
  await expect(toast(page, '2 products restored')).toBeVisible();
});

test('edits and undoes with the keyboard alone', async ({ page, shop }) => {
  const { laptop, name } = await selectTwo(page, shop);
  const edit = page.getByRole('group', { name: 'Selected products' }).getByRole('button', { name: 'Edit' });
  await edit.press('Enter');
  await expect(dialog(page).getByLabel('Price', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByLabel('Percent')).toBeFocused();
  await page.keyboard.type('-10');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(rowOf(page, `Laptop ${name}`)).toContainText('1,214.10€');
  await expect(undo(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, `Laptop ${name}`)).toContainText('1,349.00€');
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeFocused();
  expect((await read(shop, laptop)).price).toBe(1349);
});

test('the undo can be dismissed', async ({ page, shop }) => {
  await openForm(page, shop);
  await dialog(page).getByLabel('Visibility').selectOption('Unpublished');
  await save(page).click();
  await expect(undo(page)).toBeFocused();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(undo(page)).toBeHidden();
});

test('on a phone, the buttons stay in reach while the preview scrolls', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const name = shortId();
  const products = Array.from({ length: 12 }, (_, index) => ({ title: `Cable ${index} ${name}`, price: 10 }));
  const categoryId = await shop.importProducts(products);
  await page.goto(`/dashboard/products?categoryId=${categoryId}`);
  await page.getByRole('checkbox', { name: 'Select all products on this page' }).check();
  await page.getByRole('group', { name: 'Selected products' }).getByRole('button', { name: 'Edit' }).click();
  await changePrices(page, 'By percent', '50');
  await expect(preview(page).getByRole('insertion')).toHaveText(Array(12).fill('15.00€'));
  await expect(save(page)).toBeInViewport({ ratio: 1 });
  await preview(page).getByRole('row').last().scrollIntoViewIfNeeded();
  await expect(save(page)).toBeInViewport({ ratio: 1 });
  await save(page).click();
  await expect(lastEdit(page)).toContainText('12 products updated');
  await pressUndo(page);
  await expect(toast(page, '12 products restored')).toBeVisible();
});

test('the bulk edit and its undo are accessible in both themes, at 390 and 1440 px', async ({ page, shop }) => {
  await openForm(page, shop);
  await changePrices(page, 'By amount', '-25');
  await expectAccessible(page, 'the bulk edit');
  await dialog(page).getByLabel('Amount').fill('1');
  await save(page).click();
  await expect(undo(page)).toBeVisible();
  await expectAccessible(page, 'the undo');
});
