import type { Page } from '@playwright/test';
import { expectAccessible, overflow } from '../accessible.ts';
import { shortId } from '../shop.ts';
import { cards, heading } from '../steps.ts';
import { store } from '../storage.ts';
import { expect, test } from '../test.ts';

const button = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search products' });
const box = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search products' });

test('pages without a search field search from the header', async ({ page, shop }) => {
  const name = shortId();
  await shop.importProducts([
    { title: `One ${name}`, price: 1 },
    { title: `Two ${name}`, price: 1 },
  ]);
  await page.goto('/contact');
  await button(page).click();
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(name);
  await expect(dialog(page).getByRole('option')).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/?search=${name}`);
  await expect(dialog(page)).toBeHidden();
  await expect(heading(page, /./)).toBeFocused();
  await expect(cards(page)).toHaveCount(2);
  await expect(button(page)).toHaveCount(0);
  await page.goBack();
  await expect(button(page)).toBeVisible();
});

test('a suggestion in the header opens its product', async ({ page, shop }) => {
  const name = shortId();
  await shop.importProducts([{ title: `Only ${name}`, price: 1 }]);
  await page.goto('/contact');
  await button(page).click();
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(name);
  await expect(dialog(page).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(heading(page, `Only ${name}`)).toBeFocused();
  await expect(dialog(page)).toBeHidden();
  // Open on a product, the dialog also leads to another one.
  await button(page).click();
  await expect(box(page)).toHaveValue('');
  await dialog(page).getByRole('option', { name }).click();
  await expect(page).toHaveURL(`/?search=${name}`);
});

test('Escape closes the suggestions, then the dialog', async ({ page }) => {
  await store(page, 'searches', JSON.stringify(['laptop']));
  await page.goto('/contact');
  await button(page).click();
  await expect(dialog(page).getByRole('option')).toHaveText(['laptop']);
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('option')).toHaveCount(0);
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
});

test('on a phone, the search is one tap away', async ({ page }) => {
  await store(page, 'searches', JSON.stringify(['laptop', 'a search that is too long for any phone to show']));
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  await expect(page.getByRole('combobox', { name: 'Search products' })).toBeInViewport();
  await expect(button(page)).toHaveCount(0);
  await page.goto('/contact');
  await button(page).click();
  await expect(dialog(page).getByRole('option')).toHaveCount(2);
  await expectAccessible(page, 'the search of the header', [390]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(button(page)).toBeFocused();
});

test('the search of the header is accessible', async ({ page, shop }) => {
  const name = shortId();
  await shop.importProducts([{ title: `Only ${name}`, price: 1 }]);
  await page.goto('/contact');
  await button(page).click();
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(name);
  await expect(dialog(page).getByRole('option')).toHaveCount(1);
  await expectAccessible(page, 'the search of the header', [1440]);
});

test('the header fits every window, also with a long username', async ({ page, shop, shopper }) => {
  const username = `w${shortId()}`.padEnd(50, 'w');
  await shop.call('PUT', '/user/editUser', { token: shopper.token, body: { username } });
  await page.goto('/contact');
  await expect(page.getByRole('button', { name: username })).toBeVisible();
  for (const width of [320, 360, 640, 769, 961, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    await expect.poll(() => overflow(page), `at ${width} px`).toBeLessThanOrEqual(0);
    const bar = page.getByRole('banner').locator('> div');
    const hidden = () => bar.evaluate((bar) => bar.scrollWidth - bar.clientWidth);
    await expect.poll(hidden, `at ${width} px`).toBe(0);
  }
});
