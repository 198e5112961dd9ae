import { plainText } from '#contract/words.ts';
import type { LanguageCode } from '#messages/languages.ts';
import type { ProductEntry } from '../catalogue/changes/catalogue-changes.queries.ts';
import { createRowWords } from './similar-search.ts';

/** The words of the catalogue that have a translation, by language. */
export type Dictionaries = ReadonlyMap<LanguageCode, ReadonlyMap<string, string>>;

/** What shoppers see of the catalogue in another language than the default one, as far as it differs. */
export type ShownTexts = ReturnType<typeof createShownTexts>;

export function createShownTexts(code: LanguageCode, dictionary: ReadonlyMap<string, string>) {
  const words = createRowWords();
  let titles = new Map<number, string>();

  return {
    /** The translated words of rows, by which they are found besides those of the default language. */
    words,
    titles: (): ReadonlyMap<number, string> => titles,
    /** A row's title as it is searched; undefined if it is the default one. See plainText. */
    title: (slot: number) => titles.get(slot),

    /** @param valuesIn the attributes of a row with their units, each short word translated */
    add(
      slot: number,
      { translations, options }: ProductEntry,
      valuesIn: (translate: (text: string) => string) => string[],
    ): void {
      const { title = '', description = '' } = translations[code] ?? {};
      if (title !== '') titles.set(slot, plainText(title));
      const known = new Set(dictionary.size === 0 ? [] : valuesIn((text) => text));
      const values = dictionary.size === 0 ? [] : valuesIn((text) => dictionary.get(text) ?? text);
      const other = Object.values(options).map((text) => dictionary.get(text) ?? '');
      words.add(slot, { title, values: values.filter((text) => !known.has(text)), other: [...other, description] });
    },

    /** Follows a move of all rows to other slots; -1 for those that are gone. */
    move(moved: Int32Array): void {
      words.move(moved);
      const entries = [...titles].map(([slot, title]) => [moved[slot] as number, title] as const);
      titles = new Map(entries.filter(([slot]) => slot >= 0));
    },
  };
}
