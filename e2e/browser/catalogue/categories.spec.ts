import type { Page } from '@playwright/test';
import type { CategoryTileView } from '#contract/listing/listing.ts';
import { respondWith, stopIntercepting } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import type { Shop } from '../shop.ts';
import { toast } from '../steps.ts';
import { expect, test } from '../test.ts';

const header = (page: Page) => page.getByRole('banner');
const menu = (page: Page) => header(page).getByRole('button', { name: 'Categories' });
const categoryLinks = (page: Page) => header(page).locator('a[href^="/category/"]');
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Categories' });

/** Adds a category with two products. */
async function addCategory(shop: Shop): Promise<CategoryTileView> {
  const id = await shop.importProducts([
    { title: 'One', price: 1 },
    { title: 'Two', price: 2 },
  ]);
  const { categories } = (await shop.call('GET', '/categories')).body;
  return categories.find(({ _id }: CategoryTileView) => _id === id);
}

/** Responds with this many categories. */
async function respondWithCategories(page: Page, count: number): Promise<void> {
  const categories = Array.from({ length: count }, (_, index) => ({
    _id: crypto.randomUUID(),
    slug: `category-${index}`,
    categoryName: `Category ${index} ${'with a long name '.repeat(index % 3)}`,
    productCount: 977 * index + 1,
    image: '',
    imageWidths: [],
  }));
  await respondWith(page, '/categories', 200, { status: 'success', categories });
}

/** Opens the sheet from the phone menu. */
async function openSheet(page: Page): Promise<void> {
  await header(page).getByRole('button', { name: 'Menu' }).click();
  await menu(page).click();
}

test.describe('the category menu', () => {
  test('leads to each category with products', async ({ page, shop }) => {
    const { slug, categoryName } = await addCategory(shop);
    const empty = `Empty ${slug}`;
    await shop.addCategory(empty);
    await page.goto('/contact');
    await menu(page).click();
    const link = header(page).getByRole('link', { name: categoryName });
    await expect(link).toHaveAccessibleName(categoryName);
    await expect(header(page).getByText(empty)).toHaveCount(0);
    await link.click();
    await expect(page).toHaveURL(`/category/${slug}`);
    await expect(menu(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(categoryLinks(page)).toHaveCount(0);
  });

  test('marks the current category and nothing else', async ({ page, shop }) => {
    const { slug, categoryName } = await addCategory(shop);
    await page.goto(`/category/${slug}`);
    await expect(header(page).locator('[aria-current]')).toHaveCount(0);
    await menu(page).click();
    await expect(header(page).locator('[aria-current]')).toHaveAccessibleName(categoryName);
  });

  test('works with the keyboard', async ({ page, shop }) => {
    await addCategory(shop);
    await page.goto('/contact');
    await menu(page).focus();
    await page.keyboard.press('Enter');
    await expect(categoryLinks(page).first()).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(categoryLinks(page).first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeFocused();
    await expect(categoryLinks(page)).toHaveCount(0);
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/category\//);
  });

  test('stays within the window with 40 categories, and is accessible', async ({ page }) => {
    await respondWithCategories(page, 40);
    await page.goto('/contact');
    for (const width of [769, 900, 1024, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      await menu(page).click();
      await expect(categoryLinks(page)).toHaveCount(40);
      await categoryLinks(page).last().scrollIntoViewIfNeeded();
      await expect(categoryLinks(page).last(), `at ${width} px`).toBeInViewport({ ratio: 1 });
      await menu(page).press('Escape');
    }
    await menu(page).click();
    await expect(categoryLinks(page)).toHaveCount(40);
    await expectAccessible(page, 'the category menu', [800, 1440]);
  });

  test('says that there are no categories', async ({ page }) => {
    await respondWithCategories(page, 0);
    await page.goto('/contact');
    await menu(page).click();
    await expect(header(page).getByText('No categories yet')).toBeVisible();
  });

  test('shows a failure without a toast, and tries again when it opens', async ({ page, shop }) => {
    await addCategory(shop);
    await respondWith(page, '/categories', 500, {});
    await page.goto('/contact');
    await menu(page).click();
    await expect(header(page).getByText("Categories aren't available right now.")).toBeVisible();
    await expect(toast(page, /./)).toHaveCount(0);
    await menu(page).click();
    await stopIntercepting(page, '/categories');
    await menu(page).click();
    await expect(categoryLinks(page).first()).toBeVisible();
  });
});

test.describe('on a phone, the category sheet', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('opens from the menu, and closes on Escape and its button', async ({ page, shop }) => {
    await addCategory(shop);
    await page.goto('/contact');
    await openSheet(page);
    await expect(sheet(page).getByRole('link').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeHidden();
    await expect(header(page).getByRole('button', { name: 'Menu' })).toBeFocused();
    await openSheet(page);
    await sheet(page).getByRole('button', { name: 'Close' }).click();
    await expect(sheet(page)).toBeHidden();
    await expect(header(page).getByRole('button', { name: 'Menu' })).toBeFocused();
  });

  test('leads to a category', async ({ page, shop }) => {
    const { slug, categoryName } = await addCategory(shop);
    await page.goto('/contact');
    await openSheet(page);
    await sheet(page).getByRole('link', { name: categoryName }).click();
    await expect(page).toHaveURL(`/category/${slug}`);
    await expect(sheet(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    // A link to the current page closes it too.
    await openSheet(page);
    await sheet(page).getByRole('link', { name: categoryName }).click();
    await expect(sheet(page)).toBeHidden();
  });

  test('is accessible with 40 categories', async ({ page }) => {
    await respondWithCategories(page, 40);
    await page.goto('/contact');
    await openSheet(page);
    await expect(sheet(page).getByRole('link')).toHaveCount(40);
    await expectAccessible(page, 'the category sheet', [390]);
  });
});
