import type { AttributeValue } from '#contract/catalogue.ts';
import { CAPACITY, copyTo, grown } from './columns.ts';
import { createIds } from './ids.ts';
import { keepAllowed } from './keep.ts';
import { createTitles } from './titles.ts';

/** A product as lists know it. Categories, families and attributes are numbers that the index assigns. */
export type Row = {
  id: string;
  /** As it is searched; see plainText. */
  title: string;
  category: number;
  priceCents: number;
  rating: number;
  isSoldOut: boolean;
  /** 0 without a family. */
  family: number;
  /** By the attribute's number in the category. */
  values: (AttributeValue | undefined)[];
};

/**
 * What lists filter and sort products by, in columns: scanning 200,000 objects takes several times as long. A row is
 * identified by its slot and never changes: a changed product gets a new one.
 */
export type Rows = ReturnType<typeof createRows>;

export function createRows() {
  const ids = createIds();
  const titles = createTitles();
  let categories = new Int32Array(CAPACITY);
  let prices = new Int32Array(CAPACITY);
  let ratings = new Float64Array(CAPACITY);
  let soldOut = new Uint8Array(CAPACITY);
  let families = new Int32Array(CAPACITY);
  let marks = new Int32Array(CAPACITY);
  const values = createValues();
  let searches = 0;

  function makeRoom(): void {
    if (ids.size < marks.length) return;
    const capacity = grown(ids.size);
    categories = copyTo(new Int32Array(capacity), categories);
    prices = copyTo(new Int32Array(capacity), prices);
    ratings = copyTo(new Float64Array(capacity), ratings);
    soldOut = copyTo(new Uint8Array(capacity), soldOut);
    families = copyTo(new Int32Array(capacity), families);
    marks = copyTo(new Int32Array(capacity), marks);
  }

  return {
    /** The number of slots, with those of removed rows. */
    get size() {
      return ids.size;
    },
    id: ids.at,
    /** Sorts slots by their ids. */
    compareIds: ids.compare,
    /** The slot of a product; undefined if there is none. */
    find: ids.find,
    /** As it is searched; see plainText. */
    title: titles.at,
    category: (slot: number) => categories[slot] as number,
    /** The category of each slot. Valid until a row is added, as is the column of marks. */
    get categories() {
      return categories;
    },
    /** EUR cents. */
    price: (slot: number) => prices[slot] as number,
    rating: (slot: number) => ratings[slot] as number,
    isSoldOut: (slot: number) => soldOut[slot] === 1,
    /** 0 without a family. */
    family: (slot: number) => families[slot] as number,
    /** The family of each slot, 0 without one. Valid until a row is added. */
    get families() {
      return families;
    },
    values,
    /** The number of the last search that found it. */
    mark: (slot: number) => marks[slot] as number,
    /** The mark of each slot. */
    get marks() {
      return marks;
    },
    /** Marks the rows whose title contains `search`, also removed ones. @returns the mark */
    markTitles(search: string): number {
      searches += 1;
      titles.search(search, (slot) => {
        marks[slot] = searches;
      });
      return searches;
    },

    /** @returns the slot */
    add(row: Row): number {
      makeRoom();
      const slot = ids.add(row.id);
      titles.add(row.title);
      categories[slot] = row.category;
      prices[slot] = row.priceCents;
      ratings[slot] = row.rating;
      soldOut[slot] = row.isSoldOut ? 1 : 0;
      families[slot] = row.family;
      values.add(row.values);
      return slot;
    },
    /** The row at a slot that has not been removed. */
    read(slot: number): Row {
      return {
        id: ids.at(slot),
        title: titles.at(slot),
        category: categories[slot] as number,
        priceCents: prices[slot] as number,
        rating: ratings[slot] as number,
        isSoldOut: soldOut[slot] === 1,
        family: families[slot] as number,
        values: values.read(slot),
      };
    },
    /** Its columns stay, so that the row can be found in the orders. */
    remove: ids.remove,
  };
}

/** The attribute values of the rows. Equal values of an attribute share a token; 0 stands for no value. */
function createValues() {
  const known: AttributeValue[] = [''];
  /** Tokens of values by attribute number. Categories share it, which does no harm: each reads its own rows. */
  const tokensByValue: Map<AttributeValue, number>[] = [];
  /** The tokens of all rows, one after the other, and where each row's begin. */
  let tokens = new Int32Array(CAPACITY);
  let starts = new Int32Array(CAPACITY);
  let rowCount = 0;

  function tokenOf(attribute: number, value: AttributeValue): number {
    let byValue = tokensByValue[attribute];
    if (byValue === undefined) {
      byValue = new Map();
      tokensByValue[attribute] = byValue;
    }
    const found = byValue.get(value);
    if (found !== undefined) return found;
    byValue.set(value, known.length);
    return known.push(value) - 1;
  }

  return {
    /** Greater than every token. */
    get tokenCount() {
      return known.length;
    },
    /** The tokens of an attribute, of each slot in turn. */
    column(slots: Int32Array, attribute: number): Int32Array {
      const column = new Int32Array(slots.length);
      for (let index = 0; index < slots.length; index += 1) {
        const slot = slots[index] as number;
        const place = (starts[slot] as number) + attribute;
        if (place < (starts[slot + 1] as number)) column[index] = tokens[place] as number;
      }
      return column;
    },
    /** The slots whose value of an attribute has an allowed token. */
    keepAllowed: (slots: Int32Array, attribute: number, allowed: Uint8Array) =>
      keepAllowed(slots, { starts, tokens, attribute, allowed }),
    value: (token: number) => known[token] as AttributeValue,
    /** The number of attributes in which two rows of a category have the same value. */
    countEqual(slot: number, other: number): number {
      const [start, otherStart] = [starts[slot] as number, starts[other] as number];
      const length = Math.min((starts[slot + 1] as number) - start, (starts[other + 1] as number) - otherStart);
      let count = 0;
      for (let attribute = 0; attribute < length; attribute += 1) {
        const token = tokens[start + attribute] as number;
        if (token !== 0 && token === tokens[otherStart + attribute]) count += 1;
      }
      return count;
    },
    /** The tokens of all values of an attribute. */
    tokensOf: (attribute: number): Iterable<number> => tokensByValue[attribute]?.values() ?? [],
    /** The token of a value; undefined if no row has it. */
    find: (attribute: number, value: AttributeValue) => tokensByValue[attribute]?.get(value),

    /** Adds the values of the next row. */
    add(values: readonly (AttributeValue | undefined)[]): void {
      const start = starts[rowCount] as number;
      if (start + values.length > tokens.length) {
        tokens = copyTo(new Int32Array(grown(start + values.length)), tokens);
      }
      for (const [attribute, value] of values.entries()) {
        tokens[start + attribute] = value === undefined ? 0 : tokenOf(attribute, value);
      }
      rowCount += 1;
      if (rowCount === starts.length) starts = copyTo(new Int32Array(grown(rowCount)), starts);
      starts[rowCount] = start + values.length;
    },
    read(slot: number): (AttributeValue | undefined)[] {
      const own = tokens.subarray(starts[slot], starts[slot + 1]);
      return Array.from(own, (token) => (token === 0 ? undefined : known[token]));
    },
  };
}
