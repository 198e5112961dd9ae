import type { ProductSort } from '#contract/listing/listing.ts';
import { plainText } from '#contract/values/words.ts';
import { currentCode } from '#messages';
import { DEFAULT_LANGUAGE, type LanguageCode, languages as languagesByCode } from '#messages/languages.ts';
import type { CategoryEntry, ProductEntry } from '../catalogue/changes/catalogue-changes.queries.ts';
import { keep } from './columns.ts';
import { createIdentifiers } from './identifiers.ts';
import { createRows, type Row } from './rows.ts';
import { createShownTexts, type Dictionaries, type ShownTexts } from './shown-texts.ts';
import { type CategoryWords, createCategoryWords, createRowWords, createSimilarSearch } from './similar-search.ts';
import { changeOrders, mapOrders, noOrders } from './sort-orders.ts';

/** Removed rows are dropped once they exceed this share of the current ones, and this number. */
const REMOVED_SHARE = 0.25;
const REMOVED_MIN = 1000;

/** The published catalogue as far as lists filter and sort by it. */
export type CatalogueIndex = ReturnType<typeof createCatalogueIndex>;

/** @param languages what the shop speaks */
export function createCatalogueIndex(
  languages: readonly LanguageCode[] = [DEFAULT_LANGUAGE],
  dictionaries: Dictionaries = new Map(),
) {
  let rows = createRows();
  let orders = noOrders;
  const words = createRowWords();
  const identifiers = createIdentifiers();
  const rank = createSimilarSearch();
  const translated = new Map<LanguageCode, ShownTexts>(
    languages
      .filter((code) => code !== DEFAULT_LANGUAGE)
      .map((code) => [code, createShownTexts(code, dictionaries.get(code) ?? new Map())]),
  );
  let removed = 0;
  /** By language. */
  let shownCategories = new Map<LanguageCode, { entries: readonly CategoryEntry[]; words: CategoryWords }>();
  let addresses = new Map<string, CategoryEntry>();
  const categoryNumbers = createNumbers();
  const attributeNumbers = createAttributeNumbers();
  let familyNumbers = createFamilyNumbers();
  /** Those by which short words are shown. */
  let labels = dictionaries;
  /** What was computed since the last change. */
  const remembered = new Map<string, unknown>();

  /** Drops removed rows, and families without products. The others keep their order, in which words know them. */
  function rebuild(): void {
    const [before, familyNames] = [rows, familyNumbers.names()];
    rows = createRows();
    familyNumbers = createFamilyNumbers();
    removed = 0;
    const moved = new Int32Array(before.size).fill(-1);
    for (const slot of orders.default.toSorted()) {
      const row = before.read(slot);
      moved[slot] = rows.add({ ...row, family: familyNumbers.of(familyNames[row.family] as string) });
    }
    words.move(moved);
    identifiers.move(moved);
    for (const texts of translated.values()) texts.move(moved);
    orders = mapOrders((sort) => orders[sort].map((slot) => moved[slot] as number));
  }

  function add(product: ProductEntry): number {
    const { id, categoryId, title, priceCents, isOnSale, priorCents, rating, isSoldOut, family, attributes } = product;
    const slot = rows.add({
      id,
      title: plainText(title),
      category: categoryNumbers.of(categoryId),
      priceCents,
      isOnSale,
      saving: priorCents === null ? 0 : Math.max(0, 1 - priceCents / priorCents),
      rating,
      isSoldOut,
      family: familyNumbers.of(family === null ? NO_FAMILY : `${categoryId} ${family}`),
      values: attributeNumbers.arrange(categoryId, attributes),
    });
    const valuesIn = (translate?: (text: string) => string) =>
      attributeNumbers.textsOf(categoryId, attributes, translate);
    identifiers.add(slot, product.identifiers);
    words.add(slot, { title, values: valuesIn(), other: [...Object.values(product.options), product.description] });
    for (const texts of translated.values()) texts.add(slot, product, valuesIn);
    return slot;
  }

  /** What the current language adds to the default one; undefined for that one itself. */
  function currentTexts(): ShownTexts | undefined {
    return translated.get(currentCode());
  }

  function categories() {
    const shown = shownCategories.get(currentCode()) ?? shownCategories.get(DEFAULT_LANGUAGE);
    return shown ?? { entries: [], words: createCategoryWords([]) };
  }

  /** The slot of a product; undefined if there is none. */
  function find(id: string): number | undefined {
    return rows.find(id, orders.default);
  }

  /** Computes something once, until the next change of a product. */
  function remember<T>(key: string, compute: () => T): T {
    if (!remembered.has(key)) remembered.set(key, compute());
    return remembered.get(key) as T;
  }

  function inCurrentLanguage(categoryId: string): CategoryEntry | undefined {
    return categories().entries.find(({ id }) => id === categoryId);
  }

  /** Categories by their names in a language, and the words of these. */
  function showCategories(current: readonly CategoryEntry[], code: LanguageCode) {
    const names: string[] = [];
    const entries = current.map((entry) => ({ ...entry, name: entry.translations[code]?.categoryName ?? entry.name }));
    for (const { id, name } of entries) names[categoryNumbers.of(id)] = name;
    // The database has sorted them by their default names.
    if (code !== DEFAULT_LANGUAGE) {
      const { compare } = new Intl.Collator(languagesByCode[code].locale);
      entries.sort((one, other) => compare(one.name, other.name));
    }
    return { entries, words: createCategoryWords(Array.from(names, (name) => name ?? '')) };
  }

  /** The slots of a category's products in an order. */
  function ordered(category: number, sort: ProductSort): Int32Array {
    return remember(`${sort} ${category}`, () => keep(orders[sort], (slot) => rows.category(slot) === category));
  }

  return {
    get rows() {
      return rows;
    },
    languages,
    /** Those by whose words products are found. */
    dictionaries,
    /** Translates the short words of the catalogue into the current language. */
    term: (text: string) => labels.get(currentCode())?.get(text) ?? text,
    /** A title in the current language, as it is searched; see plainText. */
    title: (slot: number) => currentTexts()?.title(slot) ?? rows.title(slot),
    /** By slot: 1 if the title in the current language contains `search`. */
    titlesContaining(search: string): Uint8Array {
      const found = rows.titlesContaining(search);
      currentTexts()?.correct(found, search);
      return found;
    },
    /** The slots of products with this SKU, GTIN or MPN, also of removed ones. */
    identified: identifiers.find,
    /** How well each row fits a search in the current language; see createSimilarSearch. */
    rank(search: string): Float32Array {
      const texts = currentTexts();
      return rank(search, rows, { words: texts ? [words, texts.words] : [words], categories: categories().words });
    },
    /** The slots of all products in each order. */
    get orders() {
      return orders;
    },
    /** By name in the current language. */
    get categories() {
      return categories().entries;
    },
    /** Greater than the number of every family. */
    get familyCount() {
      return familyNumbers.count();
    },
    find,
    remember,
    ordered,
    /** The slots of a category's products: those without a family first, then family by family. */
    byFamily: (category: number) =>
      remember(`family ${category}`, () =>
        ordered(category, 'default').toSorted((one, other) => rows.family(one) - rows.family(other)),
      ),
    /** The number by which rows know a category. */
    categoryNumber: categoryNumbers.of,
    /** The number under which rows know an attribute. */
    attributeNumber: attributeNumbers.of,
    /** By slug, former slug or id. */
    findCategory: (slugOrId: string) => inCurrentLanguage(addresses.get(slugOrId)?.id ?? slugOrId.toLowerCase()),

    /** Replaces all categories. @returns false if a name or a unit of an attribute has changed, by which products are found: they must be read again */
    setCategories(current: readonly CategoryEntry[]): boolean {
      const former = current.flatMap((category) => category.formerSlugs.map((slug) => [slug, category] as const));
      // A current slug wins over a former one.
      addresses = new Map([...former, ...current.map((category) => [category.slug, category] as const)]);
      shownCategories = new Map(languages.map((code) => [code, showCategories(current, code)]));
      return attributeNumbers.set(current);
    },

    /** Replaces the words that are shown; products are found by the former ones. */
    setLabels(current: Dictionaries): void {
      labels = current;
    },

    /** Removes the products with the given ids, then adds those that still exist, as they are now. */
    update(ids: readonly string[], entries: readonly ProductEntry[]): void {
      const gone = ids.map(find).filter((slot) => slot !== undefined);
      orders = changeOrders(orders, rows, gone, entries.map(add));
      removed += gone.length;
      remembered.clear();
      if (removed > Math.max(REMOVED_MIN, orders.default.length * REMOVED_SHARE)) rebuild();
    },
  };
}

/** Numbers for names, from 0. */
function createNumbers() {
  const numbers = new Map<string, number>();
  return {
    of(name: string): number {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, numbers.size);
      return numbers.size - 1;
    },
    count: () => numbers.size,
    names: () => [...numbers.keys()],
  };
}

const NO_FAMILY = '';

/** 0 stands for no family. */
function createFamilyNumbers() {
  const numbers = createNumbers();
  numbers.of(NO_FAMILY);
  return numbers;
}

type KnownAttribute = { id: string; code: string; name: string; unit: string; number: number };

/** Numbers for the attributes of each category, from 0. They never change, so that rows stay valid. */
function createAttributeNumbers() {
  const numbers = new Map<string, ReturnType<typeof createNumbers>>();
  let byCategory = new Map<string, KnownAttribute[]>();
  let byId = new Map<string, KnownAttribute>();
  return {
    of: (attributeId: string) => byId.get(attributeId)?.number ?? -1,

    /** @returns whether all attributes have the names and units that they had before */
    set(categories: readonly CategoryEntry[]): boolean {
      const before = byId;
      byCategory = new Map();
      for (const { id: categoryId, attributes } of categories) {
        const own = numbers.get(categoryId) ?? createNumbers();
        numbers.set(categoryId, own);
        const known = attributes.map(({ id, code, name, unit }) => ({ id, code, name, unit, number: own.of(id) }));
        byCategory.set(categoryId, known);
      }
      const all = [...byCategory.values()].flat();
      byId = new Map(all.map((attribute) => [attribute.id, attribute]));
      return all.every(({ id, name, unit }) => {
        const known = before.get(id);
        return known === undefined || (known.name === name && known.unit === unit);
      });
    },

    /** A product's values by the numbers of its category's attributes. */
    arrange(categoryId: string, attributes: ProductEntry['attributes']): Row['values'] {
      const values: Row['values'] = [];
      for (const { code, number } of byCategory.get(categoryId) ?? []) {
        if (attributes[code] === undefined) continue;
        while (values.length <= number) values.push(undefined);
        values[number] = attributes[code];
      }
      return values;
    },

    /** A product's values as people write them: "16 GB", and "Noise canceling" for what it has. */
    textsOf(categoryId: string, attributes: ProductEntry['attributes'], translate = (text: string) => text): string[] {
      return (byCategory.get(categoryId) ?? []).flatMap(({ code, name, unit }) => {
        const value = attributes[code];
        if (value === true) return [translate(name)];
        if (value === undefined || value === false) return [];
        return [`${typeof value === 'string' ? translate(value) : value} ${translate(unit)}`];
      });
    },
  };
}
