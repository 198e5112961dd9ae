import type { Page } from '@playwright/test';
import { respondWith } from '../../../testing/responses.ts';
import { madeUpProduct, productLinks } from '../steps.ts';
import { stored } from '../storage.ts';
import { expect, test } from '../test.ts';

const shelf = (page: Page, name: string) => productLinks(page.getByRole('region', { name }));

test('products viewed before are listed, the latest first, without the current one', async ({ page, shop }) => {
  const products = [await shop.addProduct(), await shop.addProduct(), await shop.addProduct()];
  for (const { _id } of products) {
    await page.goto(`/product/${_id}`);
    await expect.poll(() => stored(page, 'recentlyViewed')).toContain(`["${_id}"`);
  }
  const [first, second] = products.map(({ title }) => title);
  if (!first || !second) throw new Error('There are too few products');
  await expect(shelf(page, 'Recently viewed')).toHaveText([new RegExp(second), new RegExp(first)]);
  await shelf(page, 'Recently viewed').last().click();
  await expect(page).toHaveURL(`/product/${products[0]?._id}`);
  await expect(shelf(page, 'Recently viewed').last()).toContainText(second);
});

test('at most eight ids are stored; products that are gone are left out', async ({ page, product }) => {
  const old = Array.from({ length: 10 }, () => crypto.randomUUID());
  await page.addInitScript((ids) => localStorage.setItem('recentlyViewed', JSON.stringify(ids)), old);
  await page.goto(`/product/${product._id}`);
  await expect
    .poll(async () => JSON.parse((await stored(page, 'recentlyViewed')) ?? '[]'))
    .toEqual([product._id, ...old.slice(0, 7)]);
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toHaveCount(0);
});

test('related products come with the product', async ({ page }) => {
  const product = madeUpProduct();
  const related = [madeUpProduct({ title: 'Much like it', price: 99.5 })];
  await respondWith(page, `/products/single/${product._id}`, 200, { status: 'success', product, related });
  await page.goto(`/product/${product._id}`);
  const tiles = page.getByRole('region', { name: 'You may also like' }).getByRole('listitem');
  await expect(tiles).toHaveText([/Much like it100€incl\. VAT, plus delivery$/]);
  await expect(shelf(page, 'You may also like')).toHaveAttribute('href', `/product/${related[0]?._id}`);
});
