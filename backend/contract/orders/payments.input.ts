import * as yup from 'yup';
import { m } from '#messages';
import { orderTexts } from '../shop/legal-pages.input.ts';
import { PROFILE_FIELD_MAX } from '../users/users.ts';
import { addressProblems } from '../values/address-forms.ts';
import { countryCodes } from '../values/countries.ts';
import { currencyCodes } from '../values/money.ts';
import { number, wholeNumber } from '../values/numbers.input.ts';
import { atMost, flag, id, missing, rows, text, trimmed } from '../values/text.ts';
import { COUNT_MAX, COUNT_MIN, LINES_MAX, NOTE_MAX } from './payments.ts';
import { type BillingInput, billingInput } from './vat.input.ts';

/** More than any cart can cost, and still exact in minor units. */
const AMOUNT_MAX = 1e12;

const deliveryField = () => text().transform(trimmed).max(PROFILE_FIELD_MAX, m.fields.tooLongHere);

const items = rows(
  { productId: id(missing(m.fields.product)), count: wholeNumber(m.payments.count, COUNT_MIN, COUNT_MAX) },
  m.payments.wrongItems,
)
  .min(1, m.payments.emptyCart)
  .max(LINES_MAX, m.payments.tooManyLines);

const cartFields = {
  currency: text().oneOf(currencyCodes, m.payments.wrongCurrency).required(missing(m.payments.currency)),
  /** The code of a shipping method; pickup without one. */
  shippingMethod: text(),
  /** In any case; '' is none. */
  discountCode: text().transform(trimmed),
  /** Who buys; null for the delivery's address. */
  billing: billingInput.typeError(m.vat.wrongBilling).nullable().default(undefined),
};

export const quoteInput = yup.object({
  ...cartFields,
  items: items.required(m.payments.emptyCart),
  /** Where the order goes (ISO 3166-1 alpha-2), if that is known. */
  country: text().oneOf(countryCodes, m.payments.wrongCountry).optional(),
  /** Tells territories apart that have rates or shipping methods of their own. */
  postCode: deliveryField().optional(),
  /** Without a shipping method, the cheapest one that delivers is taken, and pickup only if there is none. */
  prefersDelivery: flag(m.payments.mustBeFlag).optional(),
});
type Nullable = { billing?: BillingInput | null };
export type QuoteInput = Omit<yup.InferType<typeof quoteInput>, 'billing'> & Nullable;

/** Where an order goes. Which fields are required depends on the shipping method: see deliveryProblems. */
export const deliveryInput = yup.object({
  name: deliveryField(),
  address: deliveryField(),
  city: deliveryField(),
  postCode: deliveryField(),
  /** The code of a state or province (ISO 3166-2 without its country), ignored where addresses name none. */
  state: deliveryField(),
  /** ISO 3166-1 alpha-2. */
  country: deliveryField(),
  phoneNumber: deliveryField(),
});
export type DeliveryInput = yup.InferType<typeof deliveryInput>;

export type DeliveryField = keyof DeliveryInput;

/** What is wrong with the address of an order that is delivered, by field; only the phone number may be empty everywhere. */
export function deliveryProblems(delivery: DeliveryInput): Partial<Record<DeliveryField, string>> {
  const { name = '', address = '', city = '', postCode = '', state, country = '' } = delivery;
  return addressProblems({ name, address, city, postCode, state, country });
}

export const paymentInput = yup.object({
  ...cartFields,
  /** What the shopper pays, in major units of the currency, as shown to them. */
  amount: number(m.payments.amountTooLow)
    .min(0, m.payments.amountTooLow)
    .max(AMOUNT_MAX, m.payments.amountTooLarge)
    .test('positive', m.payments.amountTooLow, (amount, { parent }) => {
      // A code that leaves nothing to pay is refused with its reason.
      return amount > 0 || Boolean(parent.items && parent.discountCode);
    }),
  items: items.optional(),
  delivery: deliveryInput.typeError(m.payments.wrongDelivery).nullable().default(undefined),
  note: text()
    .transform(trimmed)
    .max(...atMost(NOTE_MAX, m.payments.note)),
  /** Those that the shopper was shown. If others are in force by now, nothing is ordered. */
  texts: orderTexts.optional(),
});
export type PaymentInput = Omit<yup.InferType<typeof paymentInput>, 'delivery' | 'billing'> &
  Nullable & { delivery?: DeliveryInput | null };

/** As the ids of payment providers are. */
const PAYMENT_ID = /^[\w-]{1,255}$/;

/** Sent by the client when the shopper returns from the provider. */
export const returnInput = yup.object({
  paymentIntent: text().required(m.payments.paymentRequired).matches(PAYMENT_ID, m.payments.wrongPayment),
});
