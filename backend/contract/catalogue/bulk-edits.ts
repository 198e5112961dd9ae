import * as yup from 'yup';
import { m } from '#messages';
import { PRICE_MAX } from '../values/money.ts';
import { number, twoDecimals } from '../values/numbers.input.ts';
import { id, ifGiven, isUnique, missing, rows } from '../values/text.ts';
import { bulkRules, productRules } from './product-fields.input.ts';

/** Maximum number of products in one bulk edit. */
export const BULK_PRODUCTS_MAX = 100;

function between(min: number, max: number, wrong: () => string) {
  return twoDecimals(number(wrong).min(min, wrong).max(max, wrong), wrong);
}

/** What a bulk edit changes; absent fields keep their values. */
export const bulkChangeInput = yup
  .object({
    /** Added to each price; negative to lower it. */
    percent: ifGiven(between(-100, 1000, m.catalogue.bulkPercent)),
    /** EUR, added to each price; negative to lower it. */
    amount: ifGiven(between(-PRICE_MAX, PRICE_MAX, m.catalogue.bulkAmount)),
    categoryId: ifGiven(id(missing(m.fields.category))),
    isPublished: productRules.isPublished,
    stock: productRules.stock,
    ...bulkRules,
  })
  .typeError(m.catalogue.bulkNoChange)
  .nonNullable(m.catalogue.bulkNoChange)
  .test('change', m.catalogue.bulkNoChange, (change) => Object.values(change).some((value) => value !== undefined))
  .test('price', m.catalogue.bulkOneOfBoth, ({ percent, amount }) => percent === undefined || amount === undefined);
export type BulkChange = yup.InferType<typeof bulkChangeInput>;

const wrongProducts = () => m.catalogue.bulkProducts({ max: BULK_PRODUCTS_MAX });

/** A bulk edit, with the state of each product that its preview showed. */
export const bulkEditInput = yup.object({
  products: rows(
    {
      _id: id(m.catalogue.bulkNeedsId),
      version: number(m.catalogue.bulkNeedsVersion),
      stockCount: productRules.stock.defined(m.catalogue.bulkNeedsStock),
    },
    wrongProducts,
  )
    .required(wrongProducts)
    .min(1, wrongProducts)
    .max(BULK_PRODUCTS_MAX, wrongProducts)
    .test('once', m.catalogue.bulkOnce, (products) => isUnique(products?.map((product) => product?._id))),
  change: bulkChangeInput,
});
export type BulkEditInput = yup.InferType<typeof bulkEditInput>;

/** A price (EUR) after a bulk edit. Halves of a cent round up. May be negative or above PRICE_MAX, which is refused. */
export function bulkPrice(price: number, { percent, amount }: Pick<BulkChange, 'percent' | 'amount'>): number {
  const cents = Math.round(price * 100);
  // In hundredths of a percent, so that the arithmetic is exact.
  const factor = 10_000 + Math.round((percent ?? 0) * 100);
  return (Math.floor((cents * factor + 5000) / 10_000) + Math.round((amount ?? 0) * 100)) / 100;
}

/** The response to a bulk edit. */
export type BulkEditResult = {
  /** For its undo; null if nothing changed. */
  bulkEditId: string | null;
  changed: number;
};

/** The response to an undo: products that have changed since stay as they are. */
export type BulkUndoResult = { undone: number; skipped: { _id: string; title: string }[] };
