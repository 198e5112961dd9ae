import * as yup from 'yup';
import { stockInput } from './catalogue.input.ts';
import { PRICE_MAX } from './catalogue.ts';
import { number, twoDecimals } from './numbers.input.ts';
import { flag, id, ifGiven, isUnique, rows } from './text.ts';

/** Maximum number of products in one bulk edit. */
export const BULK_PRODUCTS_MAX = 100;

const wrongPercent = 'Percent must be a number from -100 to 1,000, with at most two decimals';
const wrongAmount = 'Amount must be a number such as 2.50, with at most two decimals';

const oneOfBoth = 'Give either a percentage or an amount';

/** What a bulk edit changes; absent fields keep their values. */
export const bulkChangeInput = yup
  .object({
    /** Added to each price; negative to lower it. */
    percent: ifGiven(twoDecimals(number(wrongPercent).min(-100, wrongPercent).max(1000, wrongPercent), wrongPercent)),
    /** EUR, added to each price; negative to lower it. */
    amount: ifGiven(
      twoDecimals(number(wrongAmount).min(-PRICE_MAX, wrongAmount).max(PRICE_MAX, wrongAmount), wrongAmount),
    ),
    categoryId: ifGiven(id('Category is required')),
    isPublished: flag('Published must be true or false').optional(),
    stock: stockInput(),
  })
  .test('change', 'Choose at least one change', (change) => Object.values(change).some((value) => value !== undefined))
  .test('price', oneOfBoth, ({ percent, amount }) => percent === undefined || amount === undefined);
export type BulkChange = yup.InferType<typeof bulkChangeInput>;

const wrongProducts = `Choose 1 to ${BULK_PRODUCTS_MAX} products`;

/** A bulk edit, with the state of each product that its preview showed. */
export const bulkEditInput = yup.object({
  products: rows(
    {
      _id: id('Each product needs its id'),
      version: number('Each product needs its version'),
      stockCount: stockInput().defined('Each product needs its stock'),
    },
    wrongProducts,
  )
    .required(wrongProducts)
    .min(1, wrongProducts)
    .max(BULK_PRODUCTS_MAX, wrongProducts)
    .test('once', 'Each product can be chosen once', (products) => isUnique(products?.map((product) => product?._id))),
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
