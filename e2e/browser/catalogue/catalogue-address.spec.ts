import type { Page } from '@playwright/test';
import { cards, narrowCatalogue } from '../steps.ts';
import { expect, test } from '../test.ts';

test.describe('the URL of the catalogue', () => {
  const search = (page: Page) => page.getByRole('combobox', { name: 'Search products' });

  test('holds search, price, sort order and page unless default, and restores them on reload', async ({
    page,
    shop,
  }) => {
    const priced = Array.from({ length: 24 }, (_, index) => {
      return { title: `${index % 2 === 0 ? 'Even' : 'Odd'} ${index}`, price: 10 * index };
    });
    await narrowCatalogue(page, await shop.importProducts(priced));
    await page.goto('/');
    await cards(page).first().waitFor();
    await page.getByLabel('Sort by').selectOption('High price');
    await expect(page).toHaveURL('/?sort=desc');
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expect(page).toHaveURL('/?sort=desc&page=2');
    await search(page).fill('e');
    await expect(page).toHaveURL('/?search=e&sort=desc');
    await page.getByRole('slider').fill('100');
    await expect(page).toHaveURL('/?search=e&minPrice=100&sort=desc');
    const priciest = [22, 20, 18, 16, 14, 12, 10].map((index) => `Even ${index}`);
    const titles = page.getByRole('heading', { level: 2 });
    await expect(titles).toHaveText(priciest);
    await page.reload();
    await expect(titles).toHaveText(priciest);
    await expect(search(page)).toHaveValue('e');
    await expect(page.getByRole('slider')).toHaveValue('100');
    await page.getByLabel('Sort by').selectOption('Default');
    await page.getByRole('slider').fill('0');
    await search(page).fill('');
    await expect(page).toHaveURL('/');
  });

  test('restores the list after a product, and each earlier choice on Back', async ({ page, shop }) => {
    await shop.importProducts([{ title: 'A keyboard', price: 50 }]);
    await page.goto('/');
    await search(page).pressSequentially('keyboard', { delay: 30 });
    await page.getByLabel('Sort by').selectOption('Low price');
    await cards(page).first().click();
    await expect(page).toHaveURL(/\/product\//);
    await page.goBack();
    await expect(page).toHaveURL('/?search=keyboard&sort=asc');
    await expect(search(page)).toHaveValue('keyboard');
    await page.goBack();
    await expect(page).toHaveURL('/?search=keyboard');
    await expect(page.getByLabel('Sort by')).toHaveValue('default');
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect(search(page)).toHaveValue('');
    await page.goForward();
    await expect(search(page)).toHaveValue('keyboard');
    await cards(page).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test('falls back to defaults for invalid values, and to the last page', async ({ page, shop }) => {
    const products = Array.from({ length: 12 }, (_, index) => ({ title: `Thing ${index}`, price: 10 }));
    await narrowCatalogue(page, await shop.importProducts(products));
    await page.goto('/?page=999&sort=best&minPrice=-5');
    await expect(cards(page)).toHaveCount(3);
    await expect(page).toHaveURL('/?page=2');
    await expect(page.getByLabel('Sort by')).toHaveValue('default');
    await expect(page.getByRole('link', { name: 'Next page' })).toBeHidden();
    await page.goto('/?search=no+such+xqzw');
    await expect(page.getByText('There are no products')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/');
    await expect(cards(page)).toHaveCount(9);
  });
});
