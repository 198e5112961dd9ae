import type { Page } from '@playwright/test';
import { respondWith } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { cards, followLinkTo, madeUpListing, madeUpProduct, serveProducts } from '../steps.ts';
import { expect, test } from '../test.ts';

const offers = [
  { code: 'pickup', name: 'Collect in store', price: 0, freeFrom: null, minDays: 0, maxDays: 0, countries: [] },
  { code: 'post', name: 'Post', price: 4.9, freeFrom: 100, minDays: 3, maxDays: 5, countries: [] },
];

const featuredProduct = (page: Page) => page.getByRole('region', { name: 'Featured product' });

const rated = { image: 'lamp.jpg', rating: 4.5, allRatings: [4, 5] };

for (const width of [390, 768, 1440]) {
  test(`the home page opens with the best rated product and the costs of delivery at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const lamp = madeUpProduct({
      ...rated,
      title: 'Lykke Desk Lamp',
      description: 'Jointed lamp. With a knob.',
      price: 139,
    });
    await serveProducts(page, [lamp, madeUpProduct({ ...rated, title: 'Other' })]);
    await respondWith(page, '/shipping', 200, { status: 'success', shippingMethods: offers });
    await followLinkTo(page, '/');
    const featured = featuredProduct(page);
    await expect(featured).toContainText('Top rated · 2 ratings');
    await expect(featured).toContainText('Lykke Desk LampJointed lamp.See details139€');
    await expect(featured.getByRole('link', { name: 'See details' })).toBeInViewport();
    await expect(page.getByText('Delivery from 4.90€, free from 100€ · Collect in store')).toBeVisible();
    await expectAccessible(page, 'the home page');
    await featured.click({ position: { x: 30, y: 30 } });
    await expect(page).toHaveURL(`/product/${lamp._id}`);
  });
}

test('a filter takes the best rated product away and leaves the controls in place', async ({ page }) => {
  await serveProducts(page, [madeUpProduct({ ...rated, price: 40 })]);
  await followLinkTo(page, '/');
  const featured = featuredProduct(page);
  await expect(featured).toBeVisible();
  const slider = page.getByRole('slider', { name: 'Minimum price' });
  const place = async () => (await slider.boundingBox())?.y;
  const before = await place();
  await slider.fill('5');
  await expect(featured).toHaveCount(0);
  expect(await place()).toBe(before);
});

test('a search without results leads to the categories and the best rated products', async ({ page, product }) => {
  await respondWith(page, '/products?*sort=rating', 200, madeUpListing([madeUpProduct({ ...rated, title: 'Loved' })]));
  await page.goto('/?search=zzzzqqq');
  await expect(page.getByText('There are no products')).toBeVisible();
  const categories = page.getByRole('region', { name: 'Shop by category' });
  await expect(categories.getByRole('link', { name: product.categoryId.categoryName })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Top rated' })).toContainText('Loved');
});

test('without ratings there is no best rated product', async ({ page }) => {
  await serveProducts(page, [madeUpProduct()]);
  await followLinkTo(page, '/');
  await expect(cards(page)).toHaveCount(1);
  await expect(featuredProduct(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Top rated' })).toHaveCount(0);
});

test('the best rated products end the home page, without the one at its top', async ({ page }) => {
  const [first, second] = ['First', 'Second'].map((title) => madeUpProduct({ ...rated, title }));
  if (!first || !second) throw new Error('There are two');
  await serveProducts(page, [madeUpProduct()]);
  await respondWith(page, '/products?inStock=true&page=1&perPage=1&sort=rating', 200, madeUpListing([first]));
  await respondWith(page, '/products?inStock=true&page=1&perPage=9&sort=rating', 200, madeUpListing([first, second]));
  await followLinkTo(page, '/');
  await expect(featuredProduct(page)).toContainText('First');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const row = page.getByRole('region', { name: 'Top rated' });
  await expect(row.getByRole('listitem')).toHaveCount(1);
  await expect(row.getByRole('listitem')).toContainText('Second10€');
  await expectAccessible(page, 'the whole home page');
});
