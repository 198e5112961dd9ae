import type { Page } from '@playwright/test';
import type { ListedCategoryView } from '#contract/listing/listing.ts';
import { abortCalls, holdCall, stopIntercepting } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import type { Shop } from '../shop.ts';
import { cards } from '../steps.ts';
import { expect, test } from '../test.ts';

const titles = (page: Page) => page.getByRole('heading', { level: 2 });
const products = (page: Page) => page.getByRole('region', { name: 'Products' });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
const group = (page: Page, name: string) => panel(page).getByRole('group', { name });
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');

/** Four laptops: memory, color and touchscreen differ, one is sold out, and one has few left. */
async function addLaptops(shop: Shop): Promise<ListedCategoryView> {
  return shop.addFilterableCategory(
    [
      { code: 'ram', name: 'Memory', type: 'number', unit: 'GB' },
      { code: 'color', name: 'Color', type: 'text' },
      { code: 'touch', name: 'Touchscreen', type: 'boolean' },
    ],
    [
      { title: 'Alder', price: 500, attributes: { ram: 8, color: 'Black', touch: true }, stock: 0 },
      { title: 'Birch', price: 800, attributes: { ram: 16, color: 'Black', touch: false }, stock: 3 },
      { title: 'Cedar', price: 1200, attributes: { ram: 16, color: 'Silver', touch: true }, stock: 50 },
      { title: 'Dogwood', price: 2000, attributes: { ram: 32, color: 'Silver' } },
    ],
  );
}

test('a category shows its breadcrumbs, its products, and what is left of them', async ({ page, shop }) => {
  const { slug, categoryName } = await addLaptops(shop);
  await page.goto(`/category/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(categoryName);
  await expect(page).toHaveTitle(`${categoryName} · WebShop`);
  await expect(titles(page)).toHaveText(['Alder', 'Birch', 'Cedar', 'Dogwood']);
  const card = (title: string) => products(page).getByRole('listitem').filter({ hasText: title });
  await expect(card('Alder')).toContainText('Sold out');
  await expect(card('Birch')).toContainText('Only 3 left');
  await expect(card('Cedar')).not.toContainText('left');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
});

test('choices filter the products, show counts, live in the URL and can be taken back', async ({ page, shop }) => {
  const { slug } = await addLaptops(shop);
  await page.goto(`/category/${slug}`);
  await group(page, 'Memory').getByRole('checkbox', { name: '16 GB (2)' }).check();
  await expect(titles(page)).toHaveText(['Birch', 'Cedar']);
  await expect(page).toHaveURL(`/category/${slug}?attribute.ram=16`);
  await group(page, 'Memory').getByRole('checkbox', { name: '8 GB (1)', exact: true }).check();
  await expect(titles(page)).toHaveText(['Alder', 'Birch', 'Cedar']);
  await group(page, 'Color').getByRole('checkbox', { name: 'Black (2)' }).check();
  await expect(titles(page)).toHaveText(['Alder', 'Birch']);
  await expect(group(page, 'Touchscreen').getByRole('checkbox', { name: 'Yes (1)' })).toBeVisible();
  await group(page, 'Availability').getByRole('checkbox', { name: 'In stock' }).check();
  await expect(titles(page)).toHaveText(['Birch']);
  await expect(chips(page)).toHaveText([/In stock/, /Memory: 16 GB/, /Memory: 8 GB/, /Color: Black/, 'Clear all']);
  await page.getByRole('button', { name: 'Remove In stock' }).click();
  await expect(titles(page)).toHaveText(['Alder', 'Birch']);
  await expect(page.locator(':focus'), 'the focused element').toHaveCount(1);
  await page.goBack();
  await expect(titles(page)).toHaveText(['Birch']);
  await page.reload();
  await expect(titles(page)).toHaveText(['Birch']);
  await expect(group(page, 'Color').getByRole('checkbox', { name: /Black/ })).toBeChecked();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(titles(page)).toHaveText(['Alder', 'Birch', 'Cedar', 'Dogwood']);
  await expect(page).toHaveURL(`/category/${slug}`);
  await expect(chips(page)).toHaveCount(0);
});

test('prices filter in the currency of the shopper, from and to', async ({ page, shop }) => {
  const { slug } = await addLaptops(shop);
  await page.goto(`/category/${slug}`);
  await page.getByLabel('Currency').selectOption('RSD');
  const price = group(page, 'Price');
  await price.getByLabel('From').pressSequentially('93,600');
  await expect(titles(page)).toHaveText(['Birch', 'Cedar', 'Dogwood']);
  await price.getByLabel('To').fill('140400');
  await expect(titles(page)).toHaveText(['Birch', 'Cedar']);
  await expect(page).toHaveURL(`/category/${slug}?minPrice=800&maxPrice=1200`);
  await expect(chips(page).first()).toHaveText(/Price: 93,600дин to 140,400дин/);
  await price.getByLabel('To').fill('much');
  await expect(price.getByText('Enter a number')).toBeVisible();
  await expect(titles(page)).toHaveText(['Birch', 'Cedar']);
  await price.getByLabel('To').fill('');
  await expect(titles(page)).toHaveText(['Birch', 'Cedar', 'Dogwood']);
  await price.getByLabel('From').fill('140400');
  await expect(titles(page)).toHaveText(['Cedar', 'Dogwood']);
});

test('many values show a few first; many numbers are a range', async ({ page, shop }) => {
  const { slug } = await shop.addFilterableCategory(
    [
      { code: 'model', name: 'Model', type: 'text' },
      { code: 'weight', name: 'Weight', type: 'number', unit: 'kg' },
    ],
    Array.from({ length: 32 }, (_, index) => {
      return { title: `Thing ${index}`, attributes: { model: `M${String(index % 10)}`, weight: index + 0.5 } };
    }),
  );
  await page.goto(`/category/${slug}`);
  const model = group(page, 'Model');
  await expect(model.getByRole('checkbox')).toHaveCount(8);
  await model.getByRole('button', { name: 'Show more' }).click();
  await expect(model.getByRole('checkbox')).toHaveCount(10);
  await model.getByRole('checkbox').last().check();
  await model.getByRole('button', { name: 'Show fewer' }).click();
  await expect(model.getByRole('checkbox')).toHaveCount(9);
  await expect(model.getByRole('checkbox').last()).toBeChecked();
  await page.getByRole('button', { name: 'Clear all' }).click();
  const weight = group(page, 'Weight');
  await expect(weight.getByLabel('From')).toHaveAttribute('placeholder', '0.5');
  await expect(weight.getByLabel('To')).toHaveAttribute('placeholder', '31.5');
  await weight.getByLabel('From').pressSequentially('2.5');
  await weight.getByLabel('To').fill('4.5');
  await expect(titles(page)).toHaveText(['Thing 2', 'Thing 3', 'Thing 4']);
  await expect(chips(page).first()).toHaveText(/Weight: 2.5 to 4.5 kg/);
  await expect(page).toHaveURL(`/category/${slug}?attribute.weight.min=2.5&attribute.weight.max=4.5`);
  // Each field's typing is one entry of the history.
  await page.goBack();
  await expect(page).toHaveURL(`/category/${slug}?attribute.weight.min=2.5`);
  await page.goBack();
  await expect(page).toHaveURL(`/category/${slug}`);
});

test('values that are all different are a range of numbers, or fewer texts at first', async ({ page, shop }) => {
  const { slug } = await shop.addFilterableCategory(
    [
      { code: 'model', name: 'Model', type: 'text' },
      { code: 'width', name: 'Width', type: 'number', unit: 'cm' },
      { code: 'size', name: 'Size', type: 'text' },
    ],
    [10, 20, 30, 40, 50].map((width) => ({
      title: `Thing ${width}`,
      attributes: { model: `M${width}`, width, size: width > 20 ? 'Large' : 'Small' },
    })),
  );
  await page.goto(`/category/${slug}`);
  const [model, width, size] = [group(page, 'Model'), group(page, 'Width'), group(page, 'Size')];
  await expect(model.getByRole('checkbox')).toHaveCount(3);
  await expect(width.getByRole('checkbox')).toHaveCount(0);
  await width.getByLabel('To').fill('20');
  await expect(titles(page)).toHaveText(['Thing 10', 'Thing 20']);
  await page.goto(`/category/${slug}?attribute.width=30`);
  await expect(width.getByRole('checkbox', { name: '30 cm (1)' })).toBeChecked();
  // What other filters leave doesn't change the controls.
  await page.goto(`/category/${slug}`);
  await size.getByRole('checkbox', { name: /Small/ }).check();
  await expect(titles(page)).toHaveText(['Thing 10', 'Thing 20']);
  await expect(width.getByRole('checkbox')).toHaveCount(0);
});

test('on a phone the filters open in a sheet that counts the products', async ({ page, shop }) => {
  const { slug } = await addLaptops(shop);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/category/${slug}`);
  await expect(panel(page)).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(sheet.getByRole('button', { name: 'Show 4 products' })).toBeVisible();
  await sheet.getByRole('checkbox', { name: 'Silver (2)' }).check();
  await expect(sheet.getByRole('button', { name: 'Show 2 products' })).toBeVisible();
  await sheet.getByRole('checkbox', { name: '32 GB (1)' }).check();
  await sheet.getByRole('button', { name: 'Show 1 product' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused();
  await expect(titles(page)).toHaveText(['Dogwood']);
  await page.getByRole('button', { name: 'Remove Memory: 32 GB' }).click();
  await expect(titles(page)).toHaveText(['Cedar', 'Dogwood']);
});

test('a family shows as one product with its number of variants', async ({ page, shop }) => {
  const family = (Color: string) => ({ name: `Family ${shop.admin.username}`, options: { Color } });
  const { slug } = await shop.addFilterableCategory(
    [{ code: 'color', name: 'Color', type: 'text' }],
    ['Black', 'Moss', 'Sand'].map((color) => {
      return { title: `Mug in ${color}`, attributes: { color }, family: family(color) };
    }),
  );
  await page.goto(`/category/${slug}`);
  await expect(cards(page)).toHaveCount(1);
  await expect(products(page).getByText('3 variants')).toBeVisible();
  await group(page, 'Color').getByRole('checkbox', { name: 'Moss (1)' }).check();
  await expect(titles(page)).toHaveText(['Mug in Moss']);
  await expect(products(page).getByText('variants')).toHaveCount(0);
});

test('the address of a category moves with its name, and an unknown one is not found', async ({ page, shop }) => {
  const { _id, slug } = await addLaptops(shop);
  const categoryName = `Renamed ${slug}`;
  await shop.callAsAdmin('PUT', '/admin/category', { id: _id, categoryName });
  await page.goto(`/category/${slug}?attribute.ram=16`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(categoryName);
  await expect(page).toHaveURL(`/category/renamed-${slug}?attribute.ram=16`);
  await expect(titles(page)).toHaveText(['Birch', 'Cedar']);
  await page.goto('/category/no-such-category');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});

test('a page that is not found offers a search and the categories', async ({ page, product }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  const main = page.getByRole('main');
  const tile = main.getByRole('region', { name: 'Shop by category' }).getByRole('link', {
    name: product.categoryId.categoryName,
  });
  await expect(tile).toHaveAttribute('href', `/category/${product.categoryId.slug}`);
  await main.getByRole('combobox', { name: 'Search products' }).fill('lamp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?search=lamp');
});

test('a category that fails to load has a heading and a title, and a retry', async ({ page, shop }) => {
  const { slug, categoryName } = await addLaptops(shop);
  await page.goto('/contact');
  await abortCalls(page, '/products?*');
  await page.getByRole('button', { name: 'Categories' }).click();
  await page.getByRole('link', { name: categoryName }).click();
  await expect(page).toHaveTitle('Category · WebShop');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Category');
  await expect(page.getByRole('main')).toHaveText(/We couldn't reach the shop.*Retry$/);
  await stopIntercepting(page, '/products?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(categoryName);
  await expect(page).toHaveURL(`/category/${slug}`);
});

test('a heading that arrives late leaves the focus in the search', async ({ page, shop }) => {
  const { categoryName } = await addLaptops(shop);
  await page.goto('/contact');
  const response = await holdCall(page, '/products?*');
  await page.getByRole('button', { name: 'Categories' }).click();
  await page.getByRole('link', { name: categoryName }).click();
  const field = page.getByRole('main').getByRole('combobox', { name: 'Search products' });
  await field.focus();
  await page.keyboard.type('Ce');
  response.release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(categoryName);
  await page.keyboard.type('dar');
  await expect(field).toHaveValue('Cedar');
});

test('a parameter of the wrong type is ignored', async ({ page, shop }) => {
  const { slug } = await addLaptops(shop);
  await page.goto(`/category/${slug}?attribute.ram=lots&attribute.color=Silver`);
  await expect(titles(page)).toHaveText(['Cedar', 'Dogwood']);
});

test('Back, reload and Forward restore the list and the scroll position', async ({ page, shop }) => {
  const categoryId = await shop.importProducts(
    Array.from({ length: 30 }, (_, index) => ({ title: `Thing ${index}`, price: 10 + index })),
  );
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`/category/${categoryId}?sort=asc&page=2`);
  await expect(titles(page).last()).toHaveText('Thing 17');
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  await titles(page).nth(6).scrollIntoViewIfNeeded();
  await expect.poll(scrolled).toBeGreaterThan(500);
  const before = await scrolled();
  await cards(page).nth(6).click();
  await expect(page).toHaveURL(/\/product\//);
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect(titles(page).last()).toHaveText('Thing 17');
  await expect.poll(scrolled).toBe(before);
  await page.reload();
  await expect(titles(page).last()).toHaveText('Thing 17');
  await expect.poll(scrolled).toBe(before);
  await page.goForward();
  await expect(page).toHaveURL(/\/product\//);
  await page.goBack();
  await expect.poll(scrolled).toBe(before);
});

test.describe('without motion', () => {
  // axe would measure the contrast of a color in transition.
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('a filtered category and its sheet are accessible', async ({ page, shop }) => {
    const { slug } = await addLaptops(shop);
    await page.goto(`/category/${slug}?attribute.color=Black&inStock=true&minPrice=1`);
    await expect(chips(page)).toHaveCount(4);
    await expectAccessible(page, 'a category');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    await expectAccessible(page, 'the filters', [390]);
  });
});
