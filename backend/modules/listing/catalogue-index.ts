import type { ProductSort } from '#contract/listing.ts';
import { plainText } from '#contract/words.ts';
import type { CategoryEntry, ProductEntry } from '../catalogue/changes/catalogue-changes.queries.ts';
import { keep } from './columns.ts';
import { createRows, type Row } from './rows.ts';
import { createSimilarSearch } from './similar-search.ts';
import { changeOrders, mapOrders, noOrders } from './sort-orders.ts';

/** Removed rows are dropped once they exceed this share of the current ones, and this number. */
const REMOVED_SHARE = 0.25;
const REMOVED_MIN = 1000;

/** The published catalogue as far as lists filter and sort by it. */
export type CatalogueIndex = ReturnType<typeof createCatalogueIndex>;

export function createCatalogueIndex() {
  let rows = createRows();
  let orders = noOrders;
  const similar = createSimilarSearch();
  let removed = 0;
  let categories: readonly CategoryEntry[] = [];
  let addresses = new Map<string, CategoryEntry>();
  const categoryNumbers = createNumbers();
  const attributeNumbers = createAttributeNumbers();
  let familyNumbers = createFamilyNumbers();
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
    similar.move(moved);
    orders = mapOrders((sort) => orders[sort].map((slot) => moved[slot] as number));
  }

  function add(product: ProductEntry): number {
    const { id, categoryId, title, priceCents, rating, isSoldOut, family, attributes } = product;
    const slot = rows.add({
      id,
      title: plainText(title),
      category: categoryNumbers.of(categoryId),
      priceCents,
      rating,
      isSoldOut,
      family: familyNumbers.of(family === null ? NO_FAMILY : `${categoryId} ${family}`),
      values: attributeNumbers.arrange(categoryId, attributes),
    });
    similar.add(slot, {
      title,
      values: attributeNumbers.textsOf(categoryId, attributes),
      other: [...Object.values(product.options), product.description],
    });
    return slot;
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

  /** The slots of a category's products in an order. */
  function ordered(category: number, sort: ProductSort): Int32Array {
    return remember(`${sort} ${category}`, () => keep(orders[sort], (slot) => rows.category(slot) === category));
  }

  return {
    get rows() {
      return rows;
    },
    similar,
    /** The slots of all products in each order. */
    get orders() {
      return orders;
    },
    /** By name. */
    get categories() {
      return categories;
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
    findCategory: (slugOrId: string) =>
      addresses.get(slugOrId) ?? categories.find(({ id }) => id === slugOrId.toLowerCase()),

    /** Replaces all categories. @returns false if a name or a unit of an attribute has changed, by which products are found: they must be read again */
    setCategories(current: readonly CategoryEntry[]): boolean {
      categories = current;
      const former = current.flatMap((category) => category.formerSlugs.map((slug) => [slug, category] as const));
      // A current slug wins over a former one.
      addresses = new Map([...former, ...current.map((category) => [category.slug, category] as const)]);
      const names: string[] = [];
      for (const { id, name } of current) names[categoryNumbers.of(id)] = name;
      similar.setCategories(Array.from(names, (name) => name ?? ''));
      return attributeNumbers.set(current);
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
    textsOf(categoryId: string, attributes: ProductEntry['attributes']): string[] {
      return (byCategory.get(categoryId) ?? []).flatMap(({ code, name, unit }) => {
        const value = attributes[code];
        if (value === true) return [name];
        return value === undefined || value === false ? [] : [`${value} ${unit}`];
      });
    },
  };
}
