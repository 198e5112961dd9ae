import { toMinorUnits } from '#contract/money.ts';
import type { QuoteInput } from '#contract/payments.input.ts';
import type { MethodRefused, OfferedMethodView, QuoteView } from '#contract/payments.ts';
import { ApiError } from '../api/errors.ts';
import { quoteCart } from '../api/payments.ts';
import { cart, cartTotalMinorUnits } from './cart.ts';
import { cartPrices } from './cartPrices.ts';

/** What a cart costs and how it can be shipped. */
export type Quote = {
  /** Null if the chosen shipping method is not available. */
  price: QuoteView | null;
  /** Those to choose from. */
  shippingMethods: OfferedMethodView[];
  /** Why the chosen method is not available. */
  methodRefusal: string | null;
  /** Why the discount code is not part of the price. */
  codeRefusal: string | null;
};

/**
 * Prices a cart. A refused discount code is left out.
 * @throws ApiError if the cart can't be bought as it is
 */
export async function loadQuote(input: QuoteInput, signal: AbortSignal): Promise<Quote> {
  try {
    const price = await quoteCart(input, signal);
    return { price, shippingMethods: price.shippingMethods, methodRefusal: null, codeRefusal: null };
  } catch (refusal) {
    const codeRefusal = codeRefusalOf(refusal);
    if (codeRefusal !== undefined) return { ...(await loadQuote({ ...input, discountCode: '' }, signal)), codeRefusal };
    if (!isMethodRefusal(refusal)) throw refusal;
    const { shippingMethods } = refusal.body;
    return { price: null, shippingMethods, methodRefusal: refusal.message, codeRefusal: null };
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

/** Reprices a cart whose prices differ from the shop's. @returns whether they did */
export async function repriceCart(
  { subtotal }: QuoteView,
  { currency }: Pick<QuoteInput, 'currency'>,
): Promise<boolean> {
  if (toMinorUnits(subtotal) === cartTotalMinorUnits(cart.items, currency)) return false;
  await cartPrices.refresh(null);
  return true;
}
