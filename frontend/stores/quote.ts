import type { QuoteInput } from '#contract/orders/payments.input.ts';
import type { MethodRefused, OfferedMethodView, QuoteView } from '#contract/orders/payments.ts';
import { toMinorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { ApiError, showFailure } from '../api/errors.ts';
import { quoteCart } from '../api/payments.ts';
import { createRemote } from '../api/remote.ts';
import { cart, cartTotalMinorUnits } from './cart.ts';
import { cartPrices } from './cartPrices.ts';
import { checkout } from './checkout.ts';
import { isRefused, repairCart } from './payment.ts';

/** What a cart costs and how it can be shipped. */
export type Quote = {
  /** Null if it can't be bought like this. */
  price: QuoteView | null;
  /** Those to choose from. */
  shippingMethods: OfferedMethodView[];
  /** Why the chosen method is not available. */
  methodRefusal: string | null;
  /** Why the discount code is not part of the price. */
  codeRefusal: string | null;
  /** Whether this cart can never be paid. A toast shows why. */
  isRefused: boolean;
};

const unpriced: Quote = {
  price: null,
  shippingMethods: [],
  methodRefusal: null,
  codeRefusal: null,
  isRefused: false,
};

/**
 * Prices a cart, one quote per choice. A cart that differs from the catalogue is updated, and its changes are noted. Only
 * the quote on screen is kept: prices and stock change.
 */
export const quotes = createRemote<QuoteInput, Quote>({
  load: (input, { signal }) => loadQuote(input, signal),
  hiddenMax: 1,
});

/** A refused discount code is left out. @throws ApiError if the shop could not price the cart */
async function loadQuote(input: QuoteInput, signal: AbortSignal): Promise<Quote> {
  try {
    const price = await quoteCart(input, signal);
    // A newer choice has replaced this one.
    if (signal.aborted) return unpriced;
    if (await repriceCart(price, input)) return unpriced;
    return { ...unpriced, price, shippingMethods: price.shippingMethods };
  } catch (refusal) {
    if (signal.aborted) throw refusal;
    const codeRefusal = codeRefusalOf(refusal);
    if (codeRefusal !== undefined) return { ...(await loadQuote({ ...input, discountCode: '' }, signal)), codeRefusal };
    if (isMethodRefusal(refusal)) {
      return { ...unpriced, shippingMethods: refusal.body.shippingMethods, methodRefusal: refusal.message };
    }
    if (await repairCart(refusal)) return unpriced;
    if (!isRefused(refusal)) throw refusal;
    showFailure(refusal);
    return { ...unpriced, isRefused: true };
  }
}

/** Why the shop refuses the discount code; undefined if that is not what it refuses. */
export function codeRefusalOf(refusal: unknown): string | undefined {
  return refusal instanceof ApiError ? refusal.fields.discountCode : undefined;
}

/** Whether the shop refuses the shipping method or the country. */
export function isMethodRefusal(refusal: unknown): refusal is ApiError & { body: MethodRefused } {
  return refusal instanceof ApiError && Array.isArray(refusal.body.shippingMethods);
}

/**
 * Reprices a cart whose prices differ from the shop's. @returns whether they did
 * @throws Error if the catalogue has no other prices yet
 */
async function repriceCart(
  { subtotal, reverseCharge }: QuoteView,
  { currency }: Pick<QuoteInput, 'currency'>,
): Promise<boolean> {
  // Prices without VAT are other ones than the cart's, and the price with it has been compared before.
  if (reverseCharge || toMinorUnits(subtotal) === cartTotalMinorUnits(cart.items, currency)) return false;
  await cartPrices.refresh(null);
  if (checkout.changes === null) throw new Error(m.payment.pricesChanging());
  return true;
}
