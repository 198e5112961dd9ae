import { plainText } from '#contract/values/words.ts';
import type { LanguageCode } from '#messages/languages.ts';
import type { ProductEntry } from '../catalogue/changes/catalogue-changes.queries.ts';
import { findPlace, integers } from './columns.ts';
import { createRowWords } from './similar-search.ts';
import { createTitles } from './titles.ts';

/** The words of the catalogue that have a translation, by language. */
export type Dictionaries = ReadonlyMap<LanguageCode, ReadonlyMap<string, string>>;

/** What shoppers see of the catalogue in another language than the default one, as far as it differs. */
export type ShownTexts = ReturnType<typeof createShownTexts>;

export function createShownTexts(code: LanguageCode, dictionary: ReadonlyMap<string, string>) {
  const words = createRowWords();
  let titles = createTranslatedTitles();

  return {
    /** The translated words of rows, by which they are found besides those of the default language. */
    words,
    /** A row's title as it is searched; undefined if it is the default one. See plainText. */
    title: (slot: number) => titles.at(slot),
    /** Corrects, at the slots of rows with a translated title, whether titles contain `search`. */
    correct: (found: Uint8Array, search: string) => titles.correct(found, search),

    /** @param valuesIn the attributes of a row with their units, each short word translated */
    add(
      slot: number,
      { translations, options }: ProductEntry,
      valuesIn: (translate: (text: string) => string) => string[],
    ): void {
      const { title = '', description = '' } = translations[code] ?? {};
      if (title !== '') titles.add(slot, plainText(title));
      const known = new Set(dictionary.size === 0 ? [] : valuesIn((text) => text));
      const values = dictionary.size === 0 ? [] : valuesIn((text) => dictionary.get(text) ?? text);
      const other = Object.values(options).map((text) => dictionary.get(text) ?? '');
      words.add(slot, { title, values: values.filter((text) => !known.has(text)), other: [...other, description] });
    },

    /** Follows a move of all rows to other slots, in the same order; -1 for those that are gone. */
    move(moved: Int32Array): void {
      words.move(moved);
      const before = titles;
      titles = createTranslatedTitles();
      before.forEach((slot, title) => {
        const target = moved[slot] as number;
        if (target >= 0) titles.add(target, title);
      });
    },
  };
}

/** The titles of some rows, in the order of their slots. */
function createTranslatedTitles() {
  const titles = createTitles();
  const slots = integers();
  return {
    add(slot: number, title: string): void {
      titles.add(title);
      slots.add(slot);
    },
    at(slot: number): string | undefined {
      const own = slots.values.subarray(0, slots.length);
      const place = findPlace(own, (other) => other < slot);
      return own[place] === slot ? titles.at(place) : undefined;
    },
    correct(found: Uint8Array, search: string): void {
      const contained = titles.containing(search);
      for (let place = 0; place < contained.length; place += 1) {
        found[slots.values[place] as number] = contained[place] as number;
      }
    },
    forEach(handle: (slot: number, title: string) => void): void {
      for (let place = 0; place < slots.length; place += 1) handle(slots.values[place] as number, titles.at(place));
    },
  };
}
