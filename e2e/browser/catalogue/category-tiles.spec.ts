import type { Page } from '@playwright/test';
import type { CategoryTileView } from '#contract/listing/listing.ts';
import { holdCall, respondWith, stopIntercepting } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { expectShiftsRecorded, recordShifts, shifts } from '../layout-shifts.ts';
import { shortId } from '../shop.ts';
import { cards, toast } from '../steps.ts';
import { expect, test } from '../test.ts';

const tiles = (page: Page) => page.getByRole('region', { name: 'Shop by category' });
const links = (page: Page) => tiles(page).getByRole('link');

test('the home page shows the categories before the products: picture and name', async ({ page, shop }) => {
  const name = `Phones ${shortId()}`;
  const categoryId = await shop.addCategory(name);
  const { image } = await shop.addProduct({ categoryId });
  await shop.addCategory(`Empty ${name}`);
  await page.goto('/');
  const tile = tiles(page).getByRole('listitem').filter({ hasText: name });
  await expect(tile).toHaveText(name);
  await tile.scrollIntoViewIfNeeded();
  await expect(tile.locator('img')).toHaveAttribute('src', new RegExp(`^/uploads/${image.replace(/\..*/, '')}`));
  await tile.click();
  await expect(page).toHaveURL(`/category/${name.toLowerCase().replace(' ', '-')}`);
});

test('the largest categories come first', async ({ page, shop }) => {
  const things = Array.from({ length: 30 }, (_, index) => ({ title: `Thing ${index}`, price: 1 }));
  const [small, large] = [await shop.importProducts(things.slice(0, 1)), await shop.importProducts(things)];
  const { categories } = (await shop.call('GET', '/categories')).body as { categories: CategoryTileView[] };
  const nameOf = (id: string) => categories.find(({ _id }) => _id === id)?.categoryName ?? '';
  await page.goto('/');
  await expect(tiles(page).getByRole('link', { name: nameOf(large) })).toBeVisible();
  const names = await tiles(page).getByRole('link').allTextContents();
  expect(names.indexOf(nameOf(large))).toBeLessThan(names.indexOf(nameOf(small)));
});

test('a search, a filter and further pages have no categories', async ({ page, shop }) => {
  const name = shortId();
  await shop.importProducts(Array.from({ length: 10 }, (_, index) => ({ title: `${name} ${index}`, price: 5 })));
  for (const query of [`?search=${name}`, '?minPrice=1', '?sort=asc', '?page=2']) {
    await page.goto(`/${query}`);
    await expect(cards(page).first()).toBeVisible();
    await expect(tiles(page)).toHaveCount(0);
  }
  // Positive control.
  await page.goto('/');
  await expect(links(page).first()).toBeVisible();
});

for (const width of [390, 1440]) {
  test(`nothing shifts while the tiles load or fail at ${width} px`, async ({ page, shop }) => {
    await shop.importProducts([{ title: 'Thing', price: 1 }]);
    await page.setViewportSize({ width, height: 900 });
    await recordShifts(page);
    const calls = await holdCall(page, '/categories');
    await page.goto('/');
    await calls.caught;
    await expect(tiles(page)).toBeVisible();
    expect(await shifts(page), 'before the categories').toEqual([]);
    calls.release();
    await expect(links(page).first()).toBeVisible();
    expect(await shifts(page), 'with the categories').toEqual([]);
    await expectShiftsRecorded(page);

    await respondWith(page, '/categories', 500, {});
    await page.goto('/');
    const retry = tiles(page).getByRole('button', { name: 'Retry' });
    await expect(retry).toBeVisible();
    expect(await shifts(page), 'without the categories').toEqual([]);
    await expect(toast(page, /./)).toHaveCount(0);
    await stopIntercepting(page, '/categories');
    await retry.click();
    await expect(links(page).first()).toBeVisible();
  });
}

test('the tiles scroll with the keyboard and are accessible', async ({ page, shop }) => {
  await shop.addProduct();
  const categories = Array.from({ length: 20 }, (_, index) => ({
    _id: crypto.randomUUID(),
    slug: `category-${index}`,
    categoryName: `Category ${index} ${'with a long name '.repeat(index % 4)}`,
    productCount: 20 - index,
    image: '',
    imageWidths: [],
  }));
  await respondWith(page, '/categories', 200, { status: 'success', categories });
  await page.goto('/');
  await expect(links(page)).toHaveCount(20);
  await links(page).first().focus();
  for (let index = 1; index < 20; index++) await page.keyboard.press('Tab');
  await expect(links(page).last()).toBeFocused();
  await expect(links(page).last()).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'the category tiles');
});
