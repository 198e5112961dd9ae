import type { Locator, Page } from '@playwright/test';
import type { TermView } from '#contract/catalogue/terms.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { holdCall } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { type Shop, shortId } from '../shop.ts';
import { badGateway, expectNothingSent, heading, toast, watchChanges } from '../steps.ts';
import { storeAccount } from '../storage.ts';
import { expect, test } from '../test.ts';

test.use({ login: 'admin', languages: ['en', 'de', 'sr'] });

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Words' }).getByRole('listitem');
const language = (page: Page): Locator => page.getByLabel('Language', { exact: true });
const field = (page: Page, word: string): Locator => page.getByLabel(word, { exact: true });
const save = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });
const discardDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Discard unsaved changes?' });

/** Three words that share an ending, the first of which two products show. @returns the ending */
async function addWords(shop: Shop): Promise<string> {
  const id = shortId();
  const attributes = [{ code: 'color', name: `Color ${id}`, type: 'text' as const }];
  const products = [`Moss ${id}`, `Sand ${id}`].map((color) => ({ attributes: { color } }));
  await shop.addFilterableCategory(attributes, products);
  return id;
}

/** Opens the words with an ending. */
async function openWords(page: Page, id: string): Promise<void> {
  await page.goto(`/dashboard/terms?search=${id}`);
  await expect(rows(page)).toHaveCount(3);
}

async function stored(shop: Shop, word: string, code: LanguageCode = 'de'): Promise<string | undefined> {
  const { terms } = await shop.callAsAdmin('GET', `/admin/term?language=${code}`);
  return terms.find(({ text }: TermView) => text === word)?.translation;
}

test('words without a translation come first, and are translated with the keyboard alone', async ({ page, shop }) => {
  const id = await addWords(shop);
  await shop.callAsAdmin('PUT', '/admin/term', {
    language: 'de',
    terms: [{ text: `Color ${id}`, translation: `Farbe ${id}` }],
  });
  await page.goto('/dashboard/categories');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Terms' }).click();
  await expect(heading(page, 'Terms')).toBeFocused();
  await expect(page.getByText(/^[\d,]+ of [\d,]+ words? without a translation$/)).toBeVisible();
  await page.getByRole('searchbox').fill(id);
  await expect(rows(page)).toHaveText([/^Moss \w+Used once/, /^Sand \w+Used once/, /^Color \w+Used 2 times/]);
  await expect(field(page, `Color ${id}`)).toHaveValue(`Farbe ${id}`);
  await expect(field(page, `Moss ${id}`)).toHaveAttribute('placeholder', `Moss ${id}`);
  await expect(save(page)).toBeDisabled();

  await page.getByRole('searchbox').press('Tab');
  await expect(field(page, `Moss ${id}`)).toBeFocused();
  await page.keyboard.type(' Moosgrün ');
  await page.keyboard.press('Tab');
  await expect(field(page, `Sand ${id}`)).toBeFocused();
  await page.keyboard.type('Sandfarben');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Delete');
  await expect(page.getByText('3 unsaved changes')).toBeVisible();
  const changes = watchChanges(page);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Translations saved')).toBeVisible();
  expect(changes).toEqual(['PUT /api/v1/admin/term']);
  await expect(page.getByText(/unsaved/)).toBeHidden();
  await expect(rows(page)).toHaveText([/^Moss/, /^Sand/, /^Color/]);
  await expect(field(page, `Moss ${id}`)).toHaveValue('Moosgrün');
  for (const [word, translation] of [
    ['Moss', 'Moosgrün'],
    ['Sand', 'Sandfarben'],
    ['Color', ''],
  ] as const) {
    expect(await stored(shop, `${word} ${id}`)).toBe(translation);
  }
  await page.reload();
  await expect(rows(page)).toHaveText([/^Color/, /^Moss/, /^Sand/]);
});

test('a search finds words and translations, keeps what was typed, and says if there are none', async ({
  page,
  shop,
}) => {
  const id = await addWords(shop);
  await openWords(page, id);
  await field(page, `Moss ${id}`).fill('Übermoos');
  const search = page.getByRole('searchbox');
  await search.fill(`sand ${id}`);
  await expect(rows(page)).toHaveText([/^Sand/]);
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  await search.fill('no such word');
  await expect(page.getByText('No words match')).toBeVisible();
  await save(page).click();
  await expect(toast(page, 'Translations saved')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await search.fill('ubermoos');
  await expect(rows(page)).toHaveText([/^Moss/]);
  await expect(field(page, `Moss ${id}`)).toHaveValue('Übermoos');
});

test('each language has its own translations, and changing it asks before discarding others', async ({
  page,
  shop,
}) => {
  const id = await addWords(shop);
  await openWords(page, id);
  await expect(language(page).getByRole('option')).toHaveText(['Deutsch', 'Srpski']);
  await field(page, `Moss ${id}`).fill('Moosgrün');
  await language(page).selectOption('Srpski');
  await discardDialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(language(page)).toHaveValue('de');
  await expect(field(page, `Moss ${id}`)).toHaveValue('Moosgrün');
  // The same words, whatever is searched for.
  await page.getByRole('searchbox').fill(`moss ${id}`);
  await expect(page).toHaveURL(/search=moss/);
  await expect(field(page, `Moss ${id}`)).toHaveValue('Moosgrün');
  await save(page).click();
  await expect(toast(page, 'Translations saved')).toBeVisible();
  await page.getByRole('searchbox').fill(id);
  await expect(rows(page)).toHaveCount(3);

  await language(page).selectOption('Srpski');
  await expect(page).toHaveURL(new RegExp(`language=sr&search=${id}$`));
  await expect(field(page, `Moss ${id}`)).toHaveValue('');
  await field(page, `Moss ${id}`).fill('Mahovina');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(field(page, `Moss ${id}`)).toHaveValue('');
  await field(page, `Moss ${id}`).fill('Boja mahovine');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Terms' }).click();
  await discardDialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(language(page)).toHaveValue('sr');
  await save(page).click();
  await expect.poll(() => stored(shop, `Moss ${id}`, 'sr')).toBe('Boja mahovine');
  expect(await stored(shop, `Moss ${id}`)).toBe('Moosgrün');
});

test('leaving asks before unsaved translations are discarded', async ({ page, shop }) => {
  const id = await addWords(shop);
  await openWords(page, id);
  const changes = watchChanges(page);
  await field(page, `Moss ${id}`).fill('Moosgrün');
  await page.getByRole('link', { name: 'Categories' }).first().click();
  await discardDialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(field(page, `Moss ${id}`)).toHaveValue('Moosgrün');
  // Typed back: there is nothing to lose.
  await field(page, `Moss ${id}`).fill('');
  await page.getByRole('link', { name: 'Categories' }).first().click();
  await expect(heading(page, 'Categories')).toBeVisible();
  await expectNothingSent(page, changes);
});

test('what is typed while a save is on its way stays, and a failed save loses nothing', async ({ page, shop }) => {
  const id = await addWords(shop);
  await openWords(page, id);
  await field(page, `Moss ${id}`).fill('Moosgrün');
  await page.route('**/api/v1/admin/term', badGateway);
  await save(page).click();
  await expect(toast(page, 'Save translations')).toBeVisible();
  await expect(field(page, `Moss ${id}`)).toHaveValue('Moosgrün');
  await page.unroute('**/api/v1/admin/term');

  const held = await holdCall(page, '/admin/term');
  await save(page).click();
  await held.caught;
  await field(page, `Sand ${id}`).fill('Sandfarben');
  held.release();
  await expect(toast(page, 'Translations saved')).toBeVisible();
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  expect(await stored(shop, `Moss ${id}`)).toBe('Moosgrün');
  await expect(field(page, `Sand ${id}`)).toHaveValue('Sandfarben');
});

test('a hundred words are shown at first, and the others on request', async ({ page, shop }) => {
  const id = shortId();
  const products = Array.from({ length: 120 }, (_, n) => ({ text: `Word ${n} ${id}`, translation: `Wort ${n}` }));
  await shop.callAsAdmin('PUT', '/admin/term', { language: 'de', terms: products });
  await page.goto(`/dashboard/terms?language=de&search=${id}`);
  await expect(rows(page)).toHaveCount(100);
  await page.getByRole('button', { name: 'Show more words' }).click();
  await expect(rows(page)).toHaveCount(120);
  await expect(page.getByRole('button', { name: 'Show more words' })).toBeHidden();
});

test('the screen speaks the language of the page', async ({ page, shop }) => {
  const id = await addWords(shop);
  await page.goto(`/de/dashboard/terms?search=${id}`);
  await expect(heading(page, 'Begriffe')).toBeVisible();
  await expect(page.getByText(/von [\d.]+ (Wort|Wörtern) ohne Übersetzung$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Wörter' }).getByRole('listitem').first()).toContainText(
    '2-mal verwendet',
  );
});

test('the words are accessible in both themes, at 390, 768 and 1440 px', async ({ page, shop }) => {
  const id = await addWords(shop);
  await openWords(page, id);
  await field(page, `Moss ${id}`).fill('Moosgrün');
  await expectAccessible(page, 'the words', [390, 768, 1440]);
});

test.describe('in a shop that speaks English only', () => {
  test.use({ languages: ['en'] });

  test("says so, and leads to the shop's settings who may change them", async ({ page, shop }) => {
    await page.goto('/dashboard/terms');
    await expect(page.getByText('The shop is available in English only')).toBeVisible();
    // The other one is in the sidebar.
    const links = page.getByRole('link', { name: 'Shop settings' });
    await expect(links).toHaveCount(2);
    await expect(links.last()).toHaveAttribute('href', '/dashboard/shop');
    await storeAccount(page, await shop.newAccount('catalogue'));
    await page.goto('/dashboard/terms');
    await expect(page.getByText('The shop is available in English only')).toBeVisible();
    await expect(links).toHaveCount(0);
  });
});
