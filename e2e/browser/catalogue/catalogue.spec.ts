import type { Locator, Page } from '@playwright/test';
import { respondWith } from '../../../testing/responses.ts';
import type { Shop } from '../shop.ts';
import {
  cards,
  cartLink,
  heading,
  madeUpListing,
  madeUpProduct,
  narrowCatalogue,
  serveProducts,
  toast,
} from '../steps.ts';
import { expect, test } from '../test.ts';

const search = (page: Page) => page.getByRole('combobox', { name: 'Search products' });
const slider = (page: Page) => page.getByRole('slider', { name: 'Minimum price' });
const sort = (page: Page) => page.getByLabel('Sort by');
const titles = (page: Page) => page.getByRole('heading', { level: 2 });
const pagination = (page: Page) => page.getByRole('navigation', { name: 'Pagination' });
const pageNumber = (page: Page, number: number) => page.getByRole('link', { name: `Page ${number}`, exact: true });

/** Opens a catalogue of only these products, the first being the newest. */
async function openCatalogue(
  page: Page,
  shop: Shop,
  products: { title: string; price?: number; description?: string }[],
): Promise<void> {
  const oldestFirst = products.toReversed().map((product) => ({ price: 10, ...product }));
  await narrowCatalogue(page, await shop.importProducts(oldestFirst));
  await page.goto('/');
  await expect(page.getByRole('status').filter({ hasText: `${products.length} products` })).toBeVisible();
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `Thing ${index + 1}` }));

const priced = [
  { title: 'Fast Keyboard', price: 50, description: 'For typing.' },
  { title: 'Slow Mouse', price: 20, description: 'Lies beside a keyboard.' },
  { title: 'keyboard cover', price: 99.5, description: 'Against dust.' },
  { title: 'Screen', price: 20.01, description: 'To look at.' },
];

test('each card shows picture, title, description and price, and links to the product', async ({ page, shop }) => {
  const product = await shop.addProduct({ price: 1234.5 });
  await page.goto(`/?search=${encodeURIComponent(product.title)}`);
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: product.title });
  const picture = card.getByRole('img', { name: product.title });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(card.getByRole('heading')).toHaveText(product.title);
  await expect(card.getByText(product.description)).toBeVisible();
  await expect(card.getByText(`${Math.round(product.price).toLocaleString('en-US')}€`, { exact: true })).toBeVisible();
  const link = card.getByRole('link', { name: 'View Product' });
  await expect(link).toHaveAttribute('href', `/product/${product._id}`);
  await expect(link).toHaveAccessibleDescription(product.title);
  await link.click();
  await expect(page).toHaveURL(`/product/${product._id}`);
});

test('a card has only the start of a long description', async ({ page, shop }) => {
  const description = 'A desk lamp for people who read late. '.repeat(20);
  await openCatalogue(page, shop, [{ title: 'Lamp', description }, { title: 'Bulb' }]);
  await expect(page.getByText('A desk lamp for people')).toHaveText(/^.{100,159}…$/);
});

test('a card shows its rating, the exact price on hover, and the stock only if it is low', async ({ page }) => {
  await serveProducts(page, [
    madeUpProduct({
      title: 'Rated',
      price: 399.9,
      rating: 4.25,
      allRatings: [4, 4, 4, 5],
      stock: { state: 'inStock' },
    }),
    madeUpProduct({ title: 'Rare', stock: { state: 'low', left: 2 } }),
    madeUpProduct({ title: 'Gone', stock: { state: 'soldOut' } }),
  ]);
  await page.goto('/');
  const card = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(card('Rated').getByRole('img', { name: '4.25 out of 5 stars' })).toBeVisible();
  await expect(card('Rated')).toContainText('4.3 (4)');
  await expect(card('Rated').getByTitle('399.90€')).toHaveText('400€');
  await expect(card('Rated')).not.toContainText('In stock');
  await expect(card('Rare')).toContainText('Only 2 left');
  await expect(card('Rare').getByRole('img', { name: /stars/ })).toHaveCount(0);
  await expect(card('Gone')).toContainText('Sold out');
  await expect(card('Gone').getByRole('button', { name: /^Add / })).toHaveCount(0);
});

test('a card adds its product to the cart, and the list stays', async ({ page }) => {
  const product = madeUpProduct({ title: 'Lumen 14' });
  await serveProducts(page, [product]);
  await page.goto('/');
  await page.getByRole('button', { name: 'Add Lumen 14 to Cart' }).click();
  await expect(toast(page, "You've added new item to cart")).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item');
  await expect(page).toHaveURL('/');
});

for (const width of [390, 768, 1440]) {
  test(`the parts of neighboring cards align at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await serveProducts(page, [
      madeUpProduct({ title: 'A long title that takes at least two lines on each screen, and then some' }),
      madeUpProduct({ title: 'Short', rating: 5, allRatings: [5] }),
    ]);
    await page.goto('/');
    await expect(cards(page)).toHaveCount(2);
    const tops = (part: Locator) =>
      part.evaluateAll((parts) => parts.map((element) => Math.round(element.getBoundingClientRect().top)));
    for (const part of [titles(page), page.getByText('Made up for a test.'), page.getByText('10€'), cards(page)]) {
      const [one, other] = await tops(part);
      expect(other).toBe(one);
    }
  });
}

const partsOfCard = {
  picture: (card: Locator) => card.getByRole('img'),
  title: (card: Locator) => card.getByRole('heading'),
  description: (card: Locator) => card.getByRole('paragraph').first(),
};

for (const [part, find] of Object.entries(partsOfCard)) {
  test(`clicking a card's ${part} opens the product`, async ({ page, shop }) => {
    const product = await shop.addProduct();
    await page.goto(`/?search=${encodeURIComponent(product.title)}`);
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: product.title }).first();
    const target = find(card);
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error(`The card has no ${part}`);
    // By position: an overlay receives the click, not the element.
    await page.mouse.click(box.x + 10, box.y + box.height / 2);
    await expect(page).toHaveURL(`/product/${product._id}`);
  });
}

test('a page shows 9 products, and the last one the rest', async ({ page, shop }) => {
  await openCatalogue(page, shop, numbered(19));
  await expect(cards(page)).toHaveCount(9);
  await expect(pageNumber(page, 1)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'Previous page' })).toBeHidden();
  await expect(pageNumber(page, 3)).toBeVisible();
  await expect(pageNumber(page, 4)).toHaveCount(0);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(titles(page).first()).toHaveText('Thing 10');
  await pageNumber(page, 3).click();
  await expect(titles(page)).toHaveText(['Thing 19']);
  await expect(page.getByRole('link', { name: 'Next page' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Products' })).toBeFocused();
});

test('a page opens in a new tab, with the filter of the list', async ({ page, shop }) => {
  await openCatalogue(page, shop, numbered(19));
  await page.goto('/?sort=asc');
  await expect(pageNumber(page, 2)).toHaveAttribute('href', '/?sort=asc&page=2');
  const opened = page.context().waitForEvent('page');
  await pageNumber(page, 2).click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  await expect(tab).toHaveURL('/?sort=asc&page=2');
  await expect(pageNumber(tab, 2)).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL('/?sort=asc');
});

test('exactly 9 products fit on one page', async ({ page, shop }) => {
  await openCatalogue(page, shop, numbered(9));
  await expect(pageNumber(page, 1)).toBeVisible();
  await expect(pageNumber(page, 2)).toHaveCount(0);
});

test('the search matches part of the title, ignoring case', async ({ page, shop }) => {
  await openCatalogue(page, shop, priced);
  await search(page).fill('KEYBOARD');
  await expect(titles(page)).toHaveText(['Fast Keyboard', 'keyboard cover']);
  await search(page).fill('yboard c');
  await expect(titles(page)).toHaveText(['keyboard cover']);
});

test('the price slider runs from 0 to the highest price and sets the minimum', async ({ page, shop }) => {
  await openCatalogue(page, shop, [
    ...priced.slice(0, 3),
    { title: 'Screen', price: 20 },
    { title: 'Desk', price: 120 },
  ]);
  await expect(slider(page)).toHaveValue('0');
  await expect(slider(page)).toHaveAttribute('min', '0');
  await expect(slider(page)).toHaveAttribute('max', '120');
  await slider(page).fill('20');
  await expect(titles(page)).toHaveCount(5);
  await slider(page).fill('21');
  await expect(titles(page)).toHaveText(['Fast Keyboard', 'keyboard cover', 'Desk']);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '21€');
  await slider(page).press('End');
  await expect(titles(page)).toHaveText(['Desk']);
  await expect(slider(page)).toHaveValue('120');
});

test('products sort by default, low price or high price', async ({ page, shop }) => {
  await openCatalogue(page, shop, priced);
  const options = ['Default', 'Low price', 'High price', 'Top rated', 'Biggest savings'];
  await expect(sort(page).getByRole('option')).toHaveText(options);
  await expect(sort(page)).toHaveValue('default');
  await sort(page).selectOption('asc');
  await expect(titles(page)).toHaveText(['Slow Mouse', 'Screen', 'Fast Keyboard', 'keyboard cover']);
  await sort(page).selectOption('desc');
  await expect(titles(page)).toHaveText(['keyboard cover', 'Fast Keyboard', 'Screen', 'Slow Mouse']);
  await sort(page).selectOption('default');
  await expect(titles(page)).toHaveText(priced.map(({ title }) => title));
});

for (const [control, change] of Object.entries({
  search: (page: Page) => search(page).fill('thing'),
  'price slider': (page: Page) => slider(page).fill('5'),
  'sort order': (page: Page) => sort(page).selectOption('asc'),
})) {
  test(`changing the ${control} resets the page to 1`, async ({ page, shop }) => {
    await openCatalogue(page, shop, numbered(19));
    await pageNumber(page, 2).click();
    await expect(titles(page).first()).toHaveText('Thing 10');
    await change(page);
    await expect(pageNumber(page, 1)).toHaveAttribute('aria-current', 'page');
    await expect(titles(page).first()).toHaveText('Thing 1');
  });
}

test('a filter without matches says so, shows no pagination, and can be cleared', async ({ page, shop }) => {
  await openCatalogue(page, shop, numbered(19));
  await search(page).fill('xqzw');
  await expect(page.getByText('There are no products')).toBeVisible();
  await expect(pagination(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('region', { name: 'Products' })).toBeFocused();
  await expect(cards(page)).toHaveCount(9);
  await expect(pagination(page)).toBeVisible();
  await expect(search(page)).toHaveValue('');
});

test('a search is named in the heading, and says only once that nothing is like it', async ({ page }) => {
  await serveProducts(page, []);
  await respondWith(page, '/products?*search=*', 200, madeUpListing([], { match: 'similar' }));
  await page.goto('/');
  await search(page).fill('zzzzqqq');
  await expect(heading(page, 'Results for “zzzzqqq”')).toBeVisible();
  await expect(page.getByText('There are no products')).toBeVisible();
  await expect(page.getByText('Showing similar products')).toHaveCount(0);
});

test('an empty shop shows no products and no pagination', async ({ page }) => {
  await serveProducts(page, []);
  await page.goto('/');
  await expect(page.getByText('There are no products')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
  await expect(pagination(page)).toHaveCount(0);
  await expect(slider(page)).toHaveAttribute('max', '0');
});

test('a search with a typing error shows similar products, and says so', async ({ page, shop }) => {
  await openCatalogue(page, shop, priced);
  const note = page.getByText('No exact matches for');
  await search(page).fill('keybaord');
  await expect(note).toHaveText('No exact matches for “keybaord”. Showing similar products.');
  await expect(titles(page).filter({ hasText: /keyboard/i })).toHaveCount(2);
  await search(page).fill('keyboard');
  await expect(note).toHaveCount(0);
  await expect(titles(page)).toHaveText(['Fast Keyboard', 'keyboard cover']);
});

test('a picture that is being processed, missing or broken is replaced by text', async ({ page }) => {
  await serveProducts(page, [
    madeUpProduct({ title: 'New', image: 'new.jpg', imageState: 'processing' }),
    madeUpProduct({ title: 'None' }),
    madeUpProduct({ title: 'Broken', image: 'gone.jpg', imageWidths: [320] }),
  ]);
  await page.goto('/');
  const card = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(card('New')).toContainText('Picture being prepared');
  await expect(card('None')).toContainText('Picture coming soon');
  await expect(card('Broken')).toContainText('Picture coming soon');
});

test('a link can limit the price and the stock, which chips show and take back', async ({ page, shop }) => {
  await narrowCatalogue(page, await shop.importProducts(priced));
  await page.goto('/?maxPrice=30&inStock=true');
  await expect(titles(page)).toHaveText(['Screen', 'Slow Mouse']);
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips.getByRole('listitem')).toHaveText([/Price: up to 30€/, /In stock/, 'Clear all']);
  await chips.getByRole('button', { name: 'Remove Price: up to 30€' }).click();
  await expect(titles(page)).toHaveCount(4);
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect(chips).toHaveCount(0);
  await expect(page).toHaveURL('/');
});
