import type { Locator, Page } from '@playwright/test';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { expectAccessible, overflow } from '../accessible.ts';
import type { Shop } from '../shop.ts';
import { heading, madeUpProduct, serveProducts, toast } from '../steps.ts';
import { stored } from '../storage.ts';
import { expect, test } from '../test.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Comparison' });
const titles = (page: Page) => page.getByRole('columnheader').getByRole('link');
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

/** Opens the comparison of products that differ in price, memory and touchscreen, but not in weight. */
async function openComparison(page: Page): Promise<[ProductView, ProductView]> {
  const attributes = (ram: number) => [
    { code: 'ram', name: 'Memory', value: ram, unit: 'GB', label: `${ram} GB` },
    { code: 'weight', name: 'Weight', value: 1.2, unit: 'kg', label: '1.2 kg' },
  ];
  const touch = { code: 'touch', name: 'Touchscreen', value: true, unit: '', label: 'Yes' };
  const one = madeUpProduct({ title: 'Lumen 14', price: 1349, attributes: attributes(16) });
  const other = madeUpProduct({ title: 'Lumen 16', price: 1649, attributes: [...attributes(32), touch] });
  await serveProducts(page, [one, other]);
  await page.goto(`/compare?ids=${one._id},${other._id}`);
  await expect(titles(page)).toHaveText(['Lumen 14', 'Lumen 16']);
  return [one, other];
}

async function addTwo(shop: Shop): Promise<[ProductView, ProductView]> {
  return [await shop.addProduct({ price: 10 }), await shop.addProduct({ price: 20 })];
}

test('products chosen on their pages and cards are compared; the choice survives a reload', async ({ page, shop }) => {
  const [one, other] = await addTwo(shop);
  await page.goto(`/product/${one._id}`);
  const toggle = page.getByRole('article').getByRole('button', { name: 'Compare' });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(bar(page)).toContainText('1 of 4 chosen');
  await page.goto(`/?search=${encodeURIComponent(other.title)}`);
  await expect(bar(page)).toContainText('1 of 4 chosen');
  await page.getByRole('button', { name: `Compare ${other.title}` }).click();
  await expect(page).toHaveURL(/search=/);
  await bar(page).getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(`/compare?ids=${one._id},${other._id}`);
  await expect(heading(page, 'Compare products')).toBeFocused();
  await expect(titles(page)).toHaveText([one.title, other.title]);
  await page.goto('/compare');
  await expect(page).toHaveURL(`/compare?ids=${one._id},${other._id}`);
  await expect(titles(page)).toHaveText([one.title, other.title]);
  await expect(row(page, 'Price').getByRole('cell')).toHaveText([
    '10.00€incl. VAT, plus delivery',
    '20.00€incl. VAT, plus delivery',
  ]);
});

test('rows that differ are marked, and the others can be hidden', async ({ page }) => {
  const [one, other] = await openComparison(page);
  await expect(row(page, 'Price').getByRole('rowheader')).toHaveText('Price≠differs');
  await expect(row(page, 'Memory').getByRole('cell')).toHaveText(['16 GB', '32 GB']);
  await expect(row(page, 'Touchscreen').getByRole('cell')).toHaveText(['–None', 'Yes']);
  await expect(row(page, 'Weight').getByRole('rowheader')).toHaveText('Weight');
  await page.getByRole('switch', { name: 'Only differences' }).check();
  await expect(row(page, 'Weight')).toHaveCount(0);
  await expect(row(page, 'Memory')).toBeVisible();
  await expect(page).toHaveURL(`/compare?ids=${one._id},${other._id}&differences=only`);
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Only differences' })).toBeChecked();
  await expect(row(page, 'Weight')).toHaveCount(0);
});

test('each column adds its product to the cart and leads to its page, and two of them fill the width', async ({
  page,
}) => {
  const [one, other] = await openComparison(page);
  const frame = page.getByRole('region', { name: 'Comparison' });
  const add = frame.getByRole('button', { name: 'Add to Cart' });
  await expect(add.last()).toHaveAccessibleDescription(other.title);
  await add.last().click();
  expect(JSON.parse((await stored(page, 'cart')) ?? '[]')).toMatchObject([{ _id: other._id, count: 1 }]);
  const end = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? Math.round(box.x + box.width) : Number.NaN;
  };
  expect(Math.abs((await end(frame)) - (await end(row(page, 'Price').getByRole('cell').last())))).toBeLessThan(3);
  await frame.getByRole('link', { name: 'View Product' }).first().click();
  await expect(page).toHaveURL(`/product/${one._id}`);
});

test('removing a product changes the URL, and Back brings it back', async ({ page }) => {
  const [one, other] = await openComparison(page);
  await page.getByRole('button', { name: 'Remove Lumen 14' }).click();
  await expect(page).toHaveURL(`/compare?ids=${other._id}`);
  await expect(titles(page)).toHaveText(['Lumen 16']);
  await expect(page.getByText('differs')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(`/compare?ids=${one._id},${other._id}`);
  await expect(titles(page)).toHaveText(['Lumen 14', 'Lumen 16']);
});

test('a product removed from the comparison is no longer chosen', async ({ page, shop }) => {
  const [one, other] = await addTwo(shop);
  for (const { _id } of [one, other]) {
    await page.goto(`/product/${_id}`);
    await page.getByRole('article').getByRole('button', { name: 'Compare' }).click();
  }
  await bar(page).getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('button', { name: `Remove ${one.title}` }).click();
  await page.getByRole('columnheader').getByRole('link', { name: other.title }).click();
  await expect(bar(page)).toContainText('1 of 4 chosen');
  await bar(page).getByRole('button', { name: 'Clear comparison' }).click();
  await expect(bar(page)).toHaveCount(0);
});

test('on a phone, a product has one bar at the bottom, and a link to the comparison', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/product/${product._id}`);
  await page.getByRole('article').getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeInViewport();
  await expect(bar(page)).toBeHidden();
  await page.getByRole('article').getByRole('link', { name: 'Compare 1 product' }).click();
  await expect(titles(page)).toHaveText([product.title]);
});

test('a fifth product is refused with a toast', async ({ page, product }) => {
  await page.addInitScript(() => localStorage.setItem('comparison', JSON.stringify(['a', 'b', 'c', 'd'])));
  await page.goto(`/product/${product._id}`);
  const toggle = page.getByRole('article').getByRole('button', { name: 'Compare' });
  await toggle.click();
  await expect(toast(page, 'You can compare up to 4 products. Remove one first.')).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
});

test('without products there is nothing to compare; those that are gone are counted', async ({ page, product }) => {
  await page.goto('/compare');
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
  await page.goto(`/compare?ids=${product._id},${crypto.randomUUID()}`);
  await expect(page.getByText('1 product · 1 product no longer available')).toBeVisible();
  await page.goto('/compare?ids=x');
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
});

test('on a phone two products fit, and otherwise the names of the rows stay while they scroll', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openComparison(page);
  await expect(page.getByRole('link', { name: 'View Product' }).last()).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 320, height: 844 });
  const name = row(page, 'Memory').getByRole('rowheader');
  const left = async () => Math.round((await name.boundingBox())?.x ?? Number.NaN);
  const before = await left();
  const frame = page.getByRole('region', { name: 'Comparison' });
  await frame.focus();
  await frame.evaluate((element) => element.scrollTo({ left: 200 }));
  await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(20);
  expect(await left()).toBe(before);
});

test('on a phone a wide comparison scrolls, but not the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const weight = { code: 'weight', name: 'Weight', value: 1.2, unit: 'kg', label: '1.2 kg' };
  const products = [[weight], [], [], []].map((attributes) => madeUpProduct({ attributes }));
  await serveProducts(page, products);
  await page.goto(`/compare?ids=${products.map(({ _id }) => _id).join()}`);
  await expect(row(page, 'Weight').getByText('None')).toHaveCount(3);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test('the comparison is accessible in both themes, at 390 and 1440 px', async ({ page }) => {
  await openComparison(page);
  await expectAccessible(page, 'the comparison');
});
