import type { AttributeValue } from '#contract/catalogue/catalogue.ts';
import { bytes, decimals, findPlace, integers } from './columns.ts';
import { createIds } from './ids.ts';
import { createTitles } from './titles.ts';

/** A product as lists know it. Categories, families and attributes are numbers that the index assigns. */
export type Row = {
  id: string;
  /** As it is searched; see plainText. */
  title: string;
  category: number;
  priceCents: number;
  isOnSale: boolean;
  /** The share of the prior price that a sale saves, from 0 to 1. */
  saving: number;
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
  const categories = integers();
  const prices = integers();
  const onSale = bytes();
  const savings = decimals();
  const ratings = decimals();
  const soldOut = bytes();
  const families = integers();
  const values = createValues();

  const rows = {
    /** The number of slots, with those of removed rows. */
    get size() {
      return ids.size;
    },
    id: ids.at,
    /** Sorts slots by their ids. */
    compareIds: ids.compare,
    /** The slot of an id among `newest`, slots from the greatest id to the least; undefined if there is none. */
    find(id: string, newest: Int32Array): number | undefined {
      const isId = ids.comparedTo(id);
      const slot = newest[findPlace(newest, (slot) => isId(slot) > 0)];
      return slot !== undefined && isId(slot) === 0 ? slot : undefined;
    },
    /** As it is searched; see plainText. */
    title: titles.at,
    titlesContaining: titles.containing,
    category: (slot: number) => categories.values[slot] as number,
    /** EUR cents. */
    price: (slot: number) => prices.values[slot] as number,
    isOnSale: (slot: number) => onSale.values[slot] === 1,
    /** The share of the prior price that a sale saves, from 0 to 1. */
    saving: (slot: number) => savings.values[slot] as number,
    rating: (slot: number) => ratings.values[slot] as number,
    isSoldOut: (slot: number) => soldOut.values[slot] === 1,
    /** 0 without a family. */
    family: (slot: number) => families.values[slot] as number,
    values,

    /** @returns the slot */
    add(row: Row): number {
      titles.add(row.title);
      categories.add(row.category);
      prices.add(row.priceCents);
      onSale.add(row.isOnSale ? 1 : 0);
      savings.add(row.saving);
      ratings.add(row.rating);
      soldOut.add(row.isSoldOut ? 1 : 0);
      families.add(row.family);
      values.add(row.values);
      return ids.add(row.id);
    },
    read: (slot: number): Row => ({
      id: rows.id(slot),
      title: rows.title(slot),
      category: rows.category(slot),
      priceCents: rows.price(slot),
      isOnSale: rows.isOnSale(slot),
      saving: rows.saving(slot),
      rating: rows.rating(slot),
      isSoldOut: rows.isSoldOut(slot),
      family: rows.family(slot),
      values: values.read(slot),
    }),
  };
  return rows;
}

/** The attribute values of the rows. Equal values of an attribute share a token; 0 stands for no value. */
function createValues() {
  const known: AttributeValue[] = [''];
  /** Tokens of values by attribute number. Categories share it, which does no harm: each reads its own rows. */
  const tokensByValue: Map<AttributeValue, number>[] = [];
  /** The tokens of all rows, one after the other, and where each row's begin. */
  const tokens = integers();
  const starts = integers();
  starts.add(0);

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

  /** The tokens of a row by attribute. */
  function tokensAt(slot: number): Int32Array {
    return tokens.values.subarray(starts.values[slot], starts.values[slot + 1]);
  }

  return {
    /** Greater than every token. */
    get tokenCount() {
      return known.length;
    },
    /** The token of a row's value of an attribute. */
    token(slot: number, attribute: number): number {
      const place = (starts.values[slot] as number) + attribute;
      return place < (starts.values[slot + 1] as number) ? (tokens.values[place] as number) : 0;
    },
    value: (token: number) => known[token] as AttributeValue,
    /** The number of attributes in which two rows of a category have the same value. */
    countEqual(slot: number, other: number): number {
      const others = tokensAt(other);
      return tokensAt(slot).filter((token, attribute) => token !== 0 && token === others[attribute]).length;
    },
    /** The tokens of all values of an attribute. */
    tokensOf: (attribute: number): Iterable<number> => tokensByValue[attribute]?.values() ?? [],
    /** The token of a value; undefined if no row has it. */
    find: (attribute: number, value: AttributeValue) => tokensByValue[attribute]?.get(value),

    /** Adds the values of the next row. */
    add(values: readonly (AttributeValue | undefined)[]): void {
      for (const [attribute, value] of values.entries()) {
        tokens.add(value === undefined ? 0 : tokenOf(attribute, value));
      }
      starts.add(tokens.length);
    },
    read: (slot: number) => Array.from(tokensAt(slot), (token) => (token === 0 ? undefined : known[token])),
  };
}
