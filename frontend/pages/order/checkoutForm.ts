import type { FieldErrors } from 'react-hook-form';
import { hasPostCode, statePart } from '#contract/address-forms.ts';
import { PICKUP } from '#contract/delivery.ts';
import type { CurrencyCode } from '#contract/money.ts';
import type { DeliveryView } from '#contract/orders.ts';
import { deliveryProblems, type PaymentInput, type QuoteInput } from '#contract/payments.input.ts';
import { placesOf } from '#contract/territories.ts';
import { type CartItem, orderedItems } from '../../stores/cart.ts';
import type { CheckoutDraft } from '../../stores/checkoutDraft.ts';

export type ShownCart = { items: CartItem[]; code: CurrencyCode };

/** An order that is delivered needs a complete address. */
function problemsOf({ shippingMethod, delivery }: CheckoutDraft) {
  return shippingMethod === PICKUP ? {} : deliveryProblems(delivery);
}

/** Whether nothing is left to fill in. */
export function isComplete(draft: CheckoutDraft): boolean {
  return Object.keys(problemsOf(draft)).length === 0;
}

/** Validates the form of step 2. */
export function resolver(values: CheckoutDraft) {
  const problems = Object.entries(problemsOf(values));
  if (problems.length === 0) return { values, errors: {} };
  const delivery = Object.fromEntries(problems.map(([field, message]) => [field, { type: 'required', message }]));
  return { values: {}, errors: { delivery } as FieldErrors<CheckoutDraft> };
}

/** An address without what its country doesn't have: those fields are not on screen. */
function shownDelivery({ postCode, state, ...delivery }: DeliveryView): DeliveryView {
  const { country } = delivery;
  return { ...delivery, postCode: hasPostCode(country) ? postCode : '', ...statePart({ state, country }) };
}

/** What to price: without a chosen method, the cheapest delivery. A post code matters only in a territory. */
export function quoteInputOf(
  { isMethodChosen, shippingMethod, delivery, discountCode }: CheckoutDraft,
  { items, code }: ShownCart,
): QuoteInput {
  return {
    items: orderedItems(items),
    currency: code,
    ...(delivery.country !== '' && { country: delivery.country }),
    ...(placesOf(delivery.country, delivery.postCode).length > 1 && { postCode: delivery.postCode }),
    ...(isMethodChosen ? { shippingMethod } : { prefersDelivery: true }),
    discountCode,
  };
}

/** The request for a payment, without what is left at its default. */
export function paymentOf(
  { shippingMethod, delivery, note, discountCode }: CheckoutDraft,
  { items, ...price }: Pick<PaymentInput, 'currency' | 'amount' | 'texts'> & Pick<ShownCart, 'items'>,
): PaymentInput {
  return {
    ...price,
    items: orderedItems(items),
    ...(shippingMethod !== PICKUP && { shippingMethod, delivery: shownDelivery(delivery) }),
    ...(discountCode !== '' && { discountCode }),
    ...(note.trim() !== '' && { note }),
  } as PaymentInput;
}
