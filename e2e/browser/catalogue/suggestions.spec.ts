import type { Page } from '@playwright/test';
import { SUGGESTED_CATEGORIES, SUGGESTED_PRODUCTS } from '#contract/listing/listing.ts';
import { holdResponse, respondWith } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { shortId } from '../shop.ts';
import { cards, toast } from '../steps.ts';
import { store, stored } from '../storage.ts';
import { expect, test } from '../test.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search products' });
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const options = (page: Page) => list(page).getByRole('option');
const recent = (page: Page) => page.getByRole('listbox', { name: 'Recent searches' }).getByRole('option');

/** Expects that the keys have reached this option, and no other. */
async function expectActive(page: Page, name: string | RegExp): Promise<void> {
  const active = page.locator('[role="option"][aria-selected="true"]');
  await expect(active).toHaveAccessibleName(name);
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '');
  await expect(box(page)).toBeFocused();
}

function forged(titles: string[]) {
  const suggestions = titles.map((title) => {
    return { _id: crypto.randomUUID(), title, image: '', imageWidths: [], price: 10, categoryName: 'Things' };
  });
  return { status: 'success', suggestions, categories: [] };
}

test.describe('suggestions', () => {
  test('show picture, title with the match, category and price in the chosen currency, then categories', async ({
    page,
    shop,
  }) => {
    const name = shortId();
    const categoryId = await shop.addCategory(`Phones ${name}`);
    const { _id } = await shop.addProduct({ title: `Fast ${name} Phone`, price: 100, categoryId });
    await store(page, 'currency', 'USD');
    await page.goto('/');
    await box(page).fill(name.toUpperCase());
    await expect(options(page)).toHaveCount(2);
    const product = list(page).getByRole('group', { name: 'Products' }).getByRole('option');
    await expect(product).toHaveAccessibleName(`Fast ${name} Phone Phones ${name} $109 incl. VAT, plus delivery`);
    await expect(product.locator('mark')).toHaveText(name);
    await expect(product.locator('img')).toHaveAttribute('src', /^\/uploads\//);
    const category = list(page).getByRole('group', { name: 'Categories' }).getByRole('option');
    await expect(category).toHaveAccessibleName(`Phones ${name}`);
    await expect(page.getByRole('status').getByText('2 suggestions')).toHaveCount(1);
    await product.click();
    await expect(page).toHaveURL(`/product/${_id}`);
    await page.goBack();
    await expect(box(page)).toHaveValue(name.toUpperCase());
    await box(page).click();
    await category.click();
    await expect(page).toHaveURL(`/category/phones-${name}`);
  });

  test('work with the keyboard', async ({ page, shop }) => {
    const name = shortId();
    await shop.importProducts(['A', 'B', 'C'].map((letter) => ({ title: `${name} ${letter}`, price: 1 })));
    await page.goto('/');
    await box(page).focus();
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.type(name);
    await expect(options(page)).toHaveCount(3);
    await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(box(page)).toHaveAttribute('aria-controls', (await list(page).getAttribute('id')) ?? '');
    await expect(page.locator('[aria-selected="true"]')).toHaveCount(0);
    const titles = await list(page).locator('[dir="auto"]:has(mark)').allTextContents();
    const [first, second, last] = titles.map((title) => new RegExp(`^${title} `));
    if (!first || !second || !last) throw new Error('There are too few suggestions');
    await page.keyboard.press('ArrowDown');
    await expectActive(page, first);
    await page.keyboard.press('ArrowDown');
    await expectActive(page, second);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expectActive(page, last);
    await page.keyboard.press('ArrowDown');
    await expectActive(page, first);
    for (const [key, caret] of Object.entries({ Home: 0, End: name.length, ArrowLeft: name.length - 1 })) {
      await page.keyboard.press(key);
      await expect(page.locator('[aria-selected="true"]')).toHaveCount(0);
      expect(await box(page).evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(caret);
      await page.keyboard.press('ArrowDown');
      await expectActive(page, first);
    }
    await page.keyboard.press('Escape');
    await expect(list(page)).toHaveCount(0);
    await expect(box(page)).toHaveValue(name);
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(options(page)).toHaveCount(3);
    await page.keyboard.press('ArrowUp');
    await expectActive(page, last);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: titles[2] })).toBeFocused();
  });

  test('close on Enter, which searches, on Escape, and when the focus leaves', async ({ page, shop }) => {
    const name = shortId();
    await shop.importProducts([{ title: `Only ${name}`, price: 1 }]);
    await page.goto('/');
    await box(page).fill(name);
    await expect(options(page)).toHaveCount(1);
    await box(page).press('Enter');
    await expect(list(page)).toHaveCount(0);
    await expect(page).toHaveURL(`/?search=${name}`);
    await expect(cards(page)).toHaveCount(1);
    await box(page).press('ArrowDown');
    await expect(options(page)).toHaveCount(1);
    await box(page).press('Tab');
    await expect(list(page)).toHaveCount(0);
    await box(page).press('ArrowDown');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(list(page)).toHaveCount(0);
    await box(page).press('Escape');
    await expect(box(page), 'Escape without suggestions clears the field').toHaveValue('');
  });

  test('stay until the next ones arrive, and late ones are dropped', async ({ page }) => {
    const suggest = (text: string) => `/products/suggestions?search=${text}`;
    await respondWith(page, suggest('a'), 200, forged(['First']));
    await respondWith(page, suggest('abc'), 200, forged(['Third']));
    const second = await holdResponse(page, suggest('ab'), { json: forged(['Second']) });
    await page.goto('/');
    await box(page).pressSequentially('a');
    await expect(options(page)).toContainText('First');
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('search=ab'));
    await box(page).press('b');
    await second.caught;
    await expect(options(page)).toContainText('First');
    await box(page).press('c');
    await expect(options(page)).toContainText('Third');
    await aborted;
    await second.deliver();
    await expect(options(page)).toContainText('Third');
  });

  test('show hostile titles as text', async ({ page, shop }) => {
    const name = shortId();
    const title = `<img src=x onerror="document.title='hacked'"> ${name} </mark><script>`;
    await shop.importProducts([{ title, price: 1 }]);
    await page.goto('/');
    for (const text of [name, '<img', '</mark>']) {
      await box(page).fill(text);
      await expect(list(page).locator('mark').first()).toHaveText(text);
      await expect(options(page).filter({ hasText: name })).toContainText(title);
    }
    await box(page).press('Enter');
    await box(page).fill('');
    await expect(recent(page).first()).toHaveText('</mark>');
    await expect(page).not.toHaveTitle('hacked');
  });

  test('are quietly absent if they fail', async ({ page, shop }) => {
    const name = shortId();
    await shop.importProducts([{ title: `Only ${name}`, price: 1 }]);
    await respondWith(page, '/products/suggestions?*', 500, {});
    await page.goto('/');
    const failed = page.waitForResponse(/suggestions/);
    await box(page).fill(name);
    await failed;
    await expect(cards(page)).toHaveCount(1);
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(list(page)).toHaveCount(0);
    await expect(toast(page, /./)).toHaveCount(0);
  });

  test('load their code with the first focus, and move nothing', async ({ page, shop }) => {
    const name = shortId();
    await shop.importProducts([{ title: `Only ${name}`, price: 1 }]);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`/?search=${name}`);
    await expect(cards(page)).toHaveCount(1);
    expect(requests.filter((url) => url.includes('SearchPopup'))).toEqual([]);
    const place = await cards(page).boundingBox();
    await box(page).click();
    await expect(options(page)).toHaveCount(1);
    expect(requests.filter((url) => url.includes('SearchPopup')).length).toBeGreaterThan(0);
    expect(await cards(page).boundingBox()).toEqual(place);
  });

  test('are accessible', async ({ page, shop }) => {
    const name = shortId();
    const categoryId = await shop.addCategory(`Things ${name}`);
    await shop.addProduct({ title: `One ${name}`, categoryId });
    await shop.addProduct({ title: `Two ${name}`, categoryId });
    await page.goto('/');
    await box(page).fill(name);
    await expect(options(page)).toHaveCount(3);
    await box(page).press('ArrowDown');
    await expectAccessible(page, 'the suggestions');
  });

  test('are as wide as a phone, also beside the sort order of a category', async ({ page, shop }) => {
    const name = shortId();
    const categoryId = await shop.addCategory(`Things ${name}`);
    await shop.addProductOnly({ title: `Only ${name}`, categoryId });
    await page.setViewportSize({ width: 390, height: 800 });
    for (const address of ['/', `/category/things-${name}`]) {
      await page.goto(address);
      await box(page).fill(name);
      await expect(options(page).first()).toBeVisible();
      const { width = 0 } = (await list(page).boundingBox()) ?? {};
      expect(width, address).toBeGreaterThan(350);
    }
  });

  test('are at most six products and three categories', async ({ page, shop }) => {
    const name = shortId();
    for (let index = 0; index <= SUGGESTED_CATEGORIES; index++) await shop.addCategory(`${name} ${index}`);
    await shop.importProducts(
      Array.from({ length: SUGGESTED_PRODUCTS + 1 }, (_, index) => ({ title: `${name} ${index}`, price: 1 })),
    );
    await page.goto('/');
    await box(page).fill(name);
    await expect(options(page)).toHaveCount(SUGGESTED_PRODUCTS + SUGGESTED_CATEGORIES);
  });
});

test.describe('the last searches', () => {
  test('are offered in the empty field, six at most, and search again', async ({ page, shop }) => {
    const name = shortId();
    await shop.importProducts([{ title: `Only ${name}`, price: 1 }]);
    await page.goto('/');
    for (const text of [name, 'b', 'c', 'd', 'e', 'f', 'B']) {
      await box(page).fill(text);
      await box(page).press('Enter');
    }
    await box(page).fill('');
    await expect(recent(page)).toHaveText(['B', 'f', 'e', 'd', 'c', name]);
    await page.goto('/');
    await box(page).focus();
    await expect(recent(page)).toHaveCount(6);
    await page.keyboard.press('ArrowUp');
    await expectActive(page, name);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/?search=${name}`);
    await expect(box(page)).toHaveValue(name);
    await expect(recent(page)).toHaveCount(0);
    await expect(cards(page)).toHaveCount(1);
    expect(JSON.parse((await stored(page, 'searches')) ?? '[]')).toEqual([name, 'B', 'f', 'e', 'd', 'c']);
  });

  test('include what was typed when a suggestion or the list is used', async ({ page, shop }) => {
    const name = shortId();
    await shop.importProducts([{ title: `Only ${name}`, price: 1 }]);
    await page.goto('/');
    await box(page).fill(name);
    await options(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Only ${name}`);
    await page.goto('/');
    await box(page).fill('something');
    await page.getByLabel('Sort by').focus();
    await box(page).fill('');
    await expect(recent(page)).toHaveText(['something', name]);
  });

  test('can be removed with mouse and keyboard', async ({ page }) => {
    await store(page, 'searches', JSON.stringify(['one', 'two', 'three']));
    await page.goto('/');
    await box(page).click();
    await page.getByRole('button', { name: 'Remove two' }).click();
    await expect(recent(page)).toHaveText(['one', 'three']);
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Remove one' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(recent(page)).toHaveText(['three']);
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(box(page)).toBeFocused();
    await expect(recent(page)).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Remove three' }).click();
    await expect(recent(page)).toHaveCount(0);
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
    expect(await stored(page, 'searches')).toBeNull();
  });

  test('are accessible', async ({ page }) => {
    await store(page, 'searches', JSON.stringify(['one', 'a search that is too long for the field of any phone']));
    await page.goto('/');
    await box(page).click();
    await expect(recent(page)).toHaveCount(2);
    await expectAccessible(page, 'the last searches');
  });
});
