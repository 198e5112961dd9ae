import type { Page } from '@playwright/test';
import { abortCalls } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { chooseByTyping, toast } from '../steps.ts';
import { expect, test } from '../test.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Addresses' });
const dialog = (page: Page) => page.getByRole('dialog');
const entry = (page: Page, text: string) => panel(page).getByRole('listitem').filter({ hasText: text });

async function addAddress(page: Page, fields: Record<string, string>, country: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Add address' }).click();
  await dialog(page).getByLabel('Country').selectOption(country);
  for (const [label, value] of Object.entries(fields))
    await dialog(page).getByLabel(label, { exact: true }).fill(value);
}

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' });

test('saves addresses, and makes one the default', async ({ page, shopper: _ }) => {
  await page.goto('/profile');
  const home = { 'Full name': 'Ada Lovelace', Address: 'Main Street 1', 'Post code': '21000', City: 'Novi Sad' };
  await addAddress(page, home, 'RS');
  await expect(dialog(page).getByLabel('Use as default address')).toHaveCount(0);
  await save(page).click();
  await expect(toast(page, 'Address saved')).toBeVisible();
  await expect(entry(page, 'Ada Lovelace')).toContainText('Main Street 1, 21000 Novi Sad, Serbia');
  await expect(entry(page, 'Ada Lovelace')).toContainText('Default');

  const office = { 'Company (optional)': 'Engines', Address: 'Broadway 1', City: 'New York', 'Post code': '10001' };
  await addAddress(page, office, 'US');
  await dialog(page).getByLabel('State').selectOption('New York');
  await dialog(page).getByLabel('Use as default address').check();
  await save(page).click();
  await expect(entry(page, 'Engines')).toContainText('Broadway 1, New York, NY 10001, United States');
  await expect(entry(page, 'Engines')).toContainText('Default');
  await expect(entry(page, 'Ada Lovelace')).not.toContainText('Default');
  await expectAccessible(page, 'the profile with addresses');

  await page.getByRole('button', { name: 'Edit Engines' }).click();
  await expect(dialog(page).getByLabel('State')).toHaveValue('NY');
  await dialog(page).getByLabel('Country').selectOption('QA');
  await expect(dialog(page).getByLabel('State')).toHaveCount(0);
  await expect(dialog(page).getByLabel('Post code')).toHaveCount(0);
  await expectAccessible(page, 'the form of an address');
  await save(page).click();
  await expect(entry(page, 'Engines')).toContainText('Broadway 1, New York, Qatar');

  await page.getByRole('button', { name: 'Delete Engines' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(entry(page, 'Engines')).toHaveCount(0);
  await expect(entry(page, 'Ada Lovelace')).toContainText('Default');
});

test('says what is missing, and saves by keyboard alone', async ({ page, shopper: _ }) => {
  await page.goto('/profile');
  const { keyboard } = page;
  await panel(page).getByRole('button', { name: 'Add address' }).focus();
  await keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Country')).toBeFocused();
  await keyboard.press('Enter');
  await save(page).press('Enter');
  await expect(dialog(page).getByLabel('Country')).toHaveAccessibleDescription('Country is required');
  await expect(dialog(page).getByLabel('Post code')).toHaveAccessibleDescription('Post code is required');
  await chooseByTyping(dialog(page).getByLabel('Country'), 'Serb', 'RS');
  for (const text of ['', 'Ada Lovelace', 'Main Street 1', '21000', 'Novi Sad']) {
    await keyboard.press('Tab');
    await keyboard.type(text);
  }
  await keyboard.press('Enter');
  await expect(entry(page, 'Ada Lovelace')).toContainText('21000 Novi Sad');
  await expect(panel(page).getByRole('button', { name: 'Add address' })).toBeFocused();
});

test('an address that could not be saved says why in its form', async ({ page, shopper: _ }) => {
  await page.goto('/profile');
  const home = { 'Full name': 'Ada Lovelace', Address: 'Main Street 1', 'Post code': '21000', City: 'Novi Sad' };
  await addAddress(page, home, 'RS');
  await abortCalls(page, '/user/address');
  await save(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText("We couldn't reach the shop.");
});
