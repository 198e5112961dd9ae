import type { Page } from '@playwright/test';
import { respondWith } from '../../testing/responses.ts';
import { cards, madeUpProduct } from './steps.ts';
import { expect, test } from './test.ts';

/**
 * Measures the CPU time of the page's main thread, which other processes don't affect.
 * @returns a function that reads the milliseconds since the start
 */
async function measureWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskDuration = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const start = await taskDuration();
  return async () => (await taskDuration()) - start;
}

test.describe('the URL of the catalogue', () => {
  const search = (page: Page) => page.getByRole('searchbox');

  test('holds search, price, sort order and page unless default, and restores them on reload', async ({ page }) => {
    const priced = Array.from({ length: 24 }, (_, index) =>
      madeUpProduct({ title: `${index % 2 === 0 ? 'Even' : 'Odd'} ${index}`, price: 10 * index }),
    );
    await respondWith(page, '/products', 200, { status: 'success', products: priced });
    await page.goto('/');
    await cards(page).first().waitFor();
    await page.getByLabel('Sort by').selectOption('High price');
    await expect(page).toHaveURL('/?sort=desc');
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await expect(page).toHaveURL('/?sort=desc&page=2');
    await search(page).fill('e');
    await expect(page).toHaveURL('/?search=e&sort=desc');
    await page.getByRole('slider').fill('100');
    await expect(page).toHaveURL('/?search=e&price=100&sort=desc');
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

  test('falls back to defaults for invalid values', async ({ page }) => {
    const products = Array.from({ length: 12 }, () => madeUpProduct());
    await respondWith(page, '/products', 200, { status: 'success', products });
    await page.goto('/?page=999&sort=best&price=-5');
    await cards(page).first().waitFor();
    await expect(page.getByLabel('Sort by')).toHaveValue('default');
    await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
    await page.goto('/?search=no+such+thing');
    await expect(page.getByText('There are no products')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/');
    await expect(cards(page)).toHaveCount(9);
  });

  test('takes little more CPU time per keystroke with 16,000 products than with 20', async ({ page }) => {
    const all = Array.from({ length: 16_000 }, (_, index) => {
      return {
        ...madeUpProduct({ title: `Thing ${index}`, price: (index * 7919) % 3000 }),
        _id: String(index),
      };
    });
    /** Types a search among these products. @returns the milliseconds of CPU time */
    const type = async (things: object[], found: string) => {
      await respondWith(page, '/products', 200, { status: 'success', products: things });
      await page.goto('/?sort=asc');
      await cards(page).first().waitFor();
      const work = await measureWork(page);
      await search(page).pressSequentially('thing 1599', { delay: 50 });
      await expect(page.getByText(found)).toBeVisible();
      await expect(page).toHaveURL('/?search=thing+1599&sort=asc');
      return work();
    };
    const few = await type(all.slice(-20), '10 of 20 products');
    const many = await type(all, '11 of 16,000 products');
    // Usually 1.7. A ratio does not depend on the speed of the machine.
    expect(many / few, 'times the CPU time of 20 products').toBeLessThan(4);
  });
});
