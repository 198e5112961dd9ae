import type { FieldErrors } from 'react-hook-form';
import { PICKUP } from '#contract/orders/delivery.ts';
import type { DeliveryView } from '#contract/orders/orders.ts';
import { deliveryProblems, type PaymentInput, type QuoteInput } from '#contract/orders/payments.input.ts';
import { type BillingView, isVatId, plainVatId } from '#contract/orders/vat.ts';
import { addressProblems, hasPostCode, statePart } from '#contract/values/address-forms.ts';
import type { CurrencyCode } from '#contract/values/money.ts';
import { placesOf } from '#contract/values/territories.ts';
import { m } from '#messages';
import { formErrors } from '../../components/forms/formErrors.ts';
import { type CartItem, orderedItems } from '../../stores/cart.ts';
import type { CheckoutDraft } from '../../stores/checkoutDraft.ts';

export type ShownCart = { items: CartItem[]; code: CurrencyCode };

/** Whether the billing has an address of its own: a company's invoice needs one, also if the order is collected. */
export function hasOwnAddress({ shippingMethod, billing }: Pick<CheckoutDraft, 'shippingMethod' | 'billing'>): boolean {
  return billing.isOwn || (billing.isCompany && shippingMethod === PICKUP);
}

/** An order that is delivered needs a complete address, and a billing too. */
function problemsOf({ shippingMethod, delivery, billing }: CheckoutDraft): [string, Record<string, string>][] {
  const company = billing.isCompany ? billing.company.trim() : '';
  const own = hasOwnAddress({ shippingMethod, billing });
  const problems = {
    delivery: shippingMethod === PICKUP ? {} : deliveryProblems(delivery),
    billing: {
      ...(billing.isCompany && company === '' && { company: m.billing.companyRequired() }),
      ...(billing.isCompany &&
        billing.vatId.trim() !== '' &&
        !checkableVatId(billing.vatId) && { vatId: m.vat.wrongVatId() }),
      ...(own && addressProblems({ ...billing, company })),
    },
  };
  return Object.entries(problems).filter(([, fields]) => Object.keys(fields).length > 0);
}

/** A VAT id as typed, in the form that the EU's service can check; '' if it has none. */
export function checkableVatId(typed: string): string {
  const vatId = plainVatId(typed);
  return isVatId(vatId) ? vatId : '';
}

/** Whether nothing is left to fill in. */
export function isComplete(draft: CheckoutDraft): boolean {
  return problemsOf(draft).length === 0;
}

/** Validates the form of step 2. */
export function resolver(values: CheckoutDraft) {
  const problems = problemsOf(values);
  if (problems.length === 0) return { values, errors: {} };
  const errors = Object.fromEntries(problems.map(([part, fields]) => [part, formErrors(fields)]));
  return { values: {}, errors: errors as FieldErrors<CheckoutDraft> };
}

/** An address without what its country doesn't have: those fields are not on screen. */
function shownDelivery({ postCode, state, ...delivery }: DeliveryView): DeliveryView {
  const { country } = delivery;
  return { ...delivery, postCode: hasPostCode(country) ? postCode : '', ...statePart({ state, country }) };
}

/** Whom the order is billed to; null if to where it goes, or to nobody in particular. */
function billingOf({ shippingMethod, delivery, billing }: CheckoutDraft): BillingView | null {
  const { isCompany, isOwn } = billing;
  if (!isCompany && !isOwn) return null;
  const { name, address, city, postCode, state, country } = shownDelivery(
    hasOwnAddress({ shippingMethod, billing }) ? { ...billing, phoneNumber: '' } : delivery,
  );
  const { company, vatId } = isCompany ? billing : { company: '', vatId: '' };
  return { company, name, address, city, postCode, ...statePart({ state, country }), country, vatId: vatId.trim() };
}

/** What to price: without a chosen method, the cheapest delivery. A post code matters only in a territory. */
export function quoteInputOf(draft: CheckoutDraft, { items, code }: ShownCart): QuoteInput {
  const { isMethodChosen, shippingMethod, delivery, billing, discountCode } = draft;
  const { isCompany, checkedVatId: vatId } = billing;
  return {
    items: orderedItems(items),
    currency: code,
    ...(delivery.country !== '' && { country: delivery.country }),
    ...(placesOf(delivery.country, delivery.postCode).length > 1 && { postCode: delivery.postCode }),
    ...(isMethodChosen ? { shippingMethod } : { prefersDelivery: true }),
    ...(isCompany && vatId !== '' && isComplete(draft) && { billing: { ...billingOf(draft), vatId } }),
    discountCode,
  };
}

/** The request for a payment, without what is left at its default. */
export function paymentOf(
  draft: CheckoutDraft,
  { items, ...price }: Pick<PaymentInput, 'currency' | 'amount' | 'texts'> & Pick<ShownCart, 'items'>,
): PaymentInput {
  const { shippingMethod, delivery, note, discountCode } = draft;
  const billing = billingOf(draft);
  return {
    ...price,
    items: orderedItems(items),
    ...(shippingMethod !== PICKUP && { shippingMethod, delivery: shownDelivery(delivery) }),
    ...(billing !== null && { billing }),
    ...(discountCode !== '' && { discountCode }),
    ...(note.trim() !== '' && { note }),
  } as PaymentInput;
}
