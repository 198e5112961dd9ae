import type { OrderDetailView } from '#contract/orders/orders.ts';
import type { QuoteInput } from '#contract/orders/payments.input.ts';
import type { CheckoutDefaults, QuoteView, SoldOut } from '#contract/orders/payments.ts';
import { m } from '#messages';
import { showOnce } from '../browser/toasts.ts';
import { call } from './call.ts';
import { ApiError, errorMessage } from './errors.ts';
import { orderOf } from './orders.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** What a checkout starts with. Optional: the page works if it can't be loaded. */
export const checkoutDefaults = createRemote<null, CheckoutDefaults>({
  load: (_args, { signal }) => call<'CheckoutDefaults'>('GET', '/payment/defaults', { signal }),
  onFailure: errorMessage,
});

/** Prices a cart. It is refused as the payment would be. @throws ApiError */
export async function quoteCart(cart: QuoteInput, signal: AbortSignal): Promise<QuoteView> {
  const quote = await call<'Quote'>('POST', '/payment/quote', { body: cart, task: m.payment.task(), signal });
  // During a deploy the previous release may respond.
  return { ...{ taxes: [], reverseCharge: false, vatCheck: null }, ...quote };
}

/** What a cart costs before it is known where it goes. Optional: the page works if it can't be loaded. */
export const cartQuote = createRemote<QuoteInput, QuoteView>({
  load: (cart, { signal }) => quoteCart(cart, signal),
  onFailure: errorMessage,
  hiddenMax: 1,
});

/** The units left of products of which the shop has too few; null if that is not why it refuses. */
export function unitsLeftOf(refusal: unknown): SoldOut['available'] | null {
  if (!(refusal instanceof ApiError) || refusal.code !== 'soldOut') return null;
  return Array.isArray(refusal.body.available) ? refusal.body.available : null;
}

/** The order of a payment, by the payment's id. Each load refreshes it from the provider. */
const returnedPayment = createRemote<string, OrderDetailView>({
  load: async (paymentIntent, options) => {
    const returned = { ...options, body: { paymentIntent }, task: m.payment.task(), endsSession: false };
    return orderOf(await call<'OrderReturned'>('POST', '/payment/return', returned));
  },
});

/** The state of a payment after the redirect back from the provider, until it is decided. */
export function useReturnedPayment(paymentIntent: string) {
  const {
    data: order,
    isMissing,
    error,
    retry,
  } = useRemote(returnedPayment, paymentIntent, {
    pollWhile: ({ state }) => state === 'pending',
  });
  const check = async () => {
    await retry();
    if (returnedPayment.peek(paymentIntent)?.state === 'pending') showOnce('info', m.payment.pending());
  };
  return { order, isMissing, hasResult: order !== undefined || isMissing || error !== null, check };
}
