import { expect, test } from 'vitest';
import { importFile, importForm } from '../../../testing/data/imports.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';

const shop = await startTestShop({ workers: true, languages: ['en', 'de', 'sr'] });
const { token } = await shop.admin();

/** Imports a file for somebody who reads a language. @returns what it reports, read in English */
const importIn = (language: string, file: string) =>
  importFile(shop, token, importForm(file), { 'Accept-Language': language });

const line = (fields: object) =>
  JSON.stringify({ title: 'Fan', description: 'Cool', price: 19.99, category: 'Fans', ...fields });

test('an import refuses lines in the language of who requested it', async () => {
  const file = [line({ title: '' }), line({ price: -1 }), line({ image: 'fan.jpg' }), '{'].join('\n');
  const reasons = async (language: string) => (await importIn(language, file)).refusals.map(({ reason }) => reason);
  expect(await reasons('en')).toEqual([
    'Title is required',
    'Price must be positive value',
    'Picture not found: fan.jpg',
    'Invalid JSON',
  ]);
  expect(await reasons('de-DE')).toEqual([
    'Titel ist erforderlich',
    'Der Preis muss positiv sein',
    'Bild nicht gefunden: fan.jpg',
    'Ungültiges JSON',
  ]);
});

test('an import says why it failed in that language', async () => {
  expect((await importIn('sr', '\n')).failure).toBe('Datoteka je prazna');
});

test('numbers in a file mean the same in every language', async () => {
  const prices = 'title;description;price;category\nA;B;1.349;German\nC;D;12,5;German\nE;F;7.5;German';
  const imported = await importIn('de', prices);
  expect(imported).toMatchObject({ created: 2, refused: 1 });
  expect(imported.refusals[0]?.reason).toBe('Der Preis muss eine Zahl sein, zum Beispiel 12,50');
  expect((await importIn('en', prices)).unchanged).toBe(2);
});
