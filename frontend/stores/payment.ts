import { type CurrencyCode, toMajorUnits } from '#contract/money.ts';
import { products } from '../api/catalogue.ts';
import { ApiError } from '../api/errors.ts';
import { loadProvider, type Provider } from '../api/paymentProvider.ts';
import { makePayment } from '../api/payments.ts';
import { type CartItem, removeMissing } from './cart.ts';
import { noteChanges } from './checkout.ts';

/** What is to be paid: the cart as the shopper sees it beside the card form. */
export type Quote = {
  lines: readonly Pick<CartItem, '_id' | 'title' | 'price' | 'count'>[];
  currency: CurrencyCode;
  totalMinorUnits: number;
};

export type PreparedPayment = Provider & { clientSecret: string };

/** Whether two quotes ask for the same payment. */
export function sameQuote(a: Quote, b: Quote): boolean {
  return (
    a.currency === b.currency &&
    a.totalMinorUnits === b.totalMinorUnits &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, place) => line._id === b.lines[place]?._id && line.count === b.lines[place]?.count)
  );
}

/** Ends when the shop has answered what it was asked to prepare last. */
let lastAnswer: Promise<unknown> = Promise.resolve();

/**
 * Has the shop prepare a payment, and fetches the provider's library beside it. One at a time: the shop cancels what was
 * prepared before, and would cancel the wrong one if a later request overtook an earlier one.
 * @throws ApiError, or an Error with a sentence if the library could not be fetched
 */
export async function preparePayment({ lines, currency, totalMinorUnits }: Quote): Promise<PreparedPayment> {
  const payment = {
    amount: toMajorUnits(totalMinorUnits),
    currency,
    items: lines.map(({ _id, count }) => ({ productId: _id, count })),
  };
  const answer = lastAnswer.then(() => makePayment(payment));
  lastAnswer = answer.catch(() => {});
  const [prepared, provider] = await Promise.allSettled([answer, loadProvider()]);
  // What the shop has against the cart comes first: it can be mended, whether or not the library is there.
  if (prepared.status === 'rejected') throw prepared.reason;
  if (provider.status === 'rejected') throw provider.reason;
  return { ...provider.value, clientSecret: prepared.value.clientSecret };
}

/** Whether the shop, or its provider, will never take a payment of this cart, as where it costs too much. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.httpStatus === 422;
}

/** Whether the shop refused a payment because the cart differs from it. */
export function isCartOutdated(refusal: unknown): boolean {
  return refusal instanceof ApiError && ['productsMissing', 'priceChanged'].includes(refusal.code ?? '');
}

/**
 * Brings the cart in line with the shop after a payment was refused because the two differ.
 * @returns false if the refusal had another reason
 * @throws ApiError if the shop's prices could not be loaded
 */
export async function repairCart(refusal: unknown): Promise<boolean> {
  if (!(refusal instanceof ApiError)) return false;
  if (refusal.code === 'productsMissing' && Array.isArray(refusal.body.missing)) {
    noteChanges(removeMissing(refusal.body.missing));
    return true;
  }
  if (refusal.code !== 'priceChanged') return false;
  // Each answer re-prices the cart, and no older one follows.
  await products.refresh(null);
  return true;
}
