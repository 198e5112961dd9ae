import { readFile } from 'node:fs/promises';
import { type LanguageCode, shopLanguages } from '#messages/languages.ts';

/** The folder of the information sheets of products with an energy label, which are drawn beforehand (render-sheets.ts). */
const sheets = new URL('./sheets/', import.meta.url);

export const sheetTitles = {
  en: 'Product information sheet',
  de: 'Produktdatenblatt',
  sr: 'Informacioni list proizvoda',
} as Readonly<Record<LanguageCode, string>>;

/** @param eprel the number of the registered model, which variants share */
export function sheetFile(eprel: string, language: LanguageCode): URL {
  return new URL(`${language}/${eprel}.pdf`, sheets);
}

/** The information sheet of a model in each language. */
export function readSheets(eprel: string) {
  return Promise.all(
    shopLanguages.map(async (language) => {
      return { language, title: sheetTitles[language], pdf: await readFile(sheetFile(eprel, language)) };
    }),
  );
}
