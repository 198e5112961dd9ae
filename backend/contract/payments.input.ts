import * as yup from 'yup';
import { countryCodes } from './countries.ts';
import { currencyCodes } from './money.ts';
import { number, wholeNumber } from './numbers.input.ts';
import { COUNT_MAX, COUNT_MIN, LINES_MAX, NOTE_MAX } from './payments.ts';
import { atMost, flag, id, rows, text, trimmed } from './text.ts';
import { PROFILE_FIELD_MAX } from './users.ts';

const wrongAmount = 'Amount must be more than 0';
/** More than any cart can cost, and still exact in minor units. */
const AMOUNT_MAX = 1e12;
const wrongItems = 'The cart must be a list of products, each with its count';
export const COUNTRY_REQUIRED = 'Country is required';
const WRONG_COUNTRY = 'Country must be a code of two capital letters, such as RS';
const emptyCart = 'The cart is empty';

const items = rows(
  { productId: id('Product is required'), count: wholeNumber('Count', COUNT_MIN, COUNT_MAX) },
  wrongItems,
)
  .min(1, emptyCart)
  .max(LINES_MAX, `An order can have at most ${LINES_MAX} lines`);

const cartFields = {
  currency: text().oneOf(currencyCodes, 'Currency must be EUR, USD or RSD').required('Currency is required'),
  /** The code of a shipping method; pickup without one. */
  shippingMethod: text(),
  /** In any case; '' is none. */
  discountCode: text().transform(trimmed),
};

export const quoteInput = yup.object({
  ...cartFields,
  items: items.required(emptyCart),
  /** Where the order goes (ISO 3166-1 alpha-2), if that is known. */
  country: text().oneOf(countryCodes, WRONG_COUNTRY).optional(),
  /** Without a shipping method, the cheapest one that delivers is taken, and pickup only if there is none. */
  prefersDelivery: flag('Must be true or false').optional(),
});
export type QuoteInput = yup.InferType<typeof quoteInput>;

const deliveryField = () => text().transform(trimmed).max(PROFILE_FIELD_MAX, `At most ${PROFILE_FIELD_MAX} characters`);

/** Where an order goes. Which fields are required depends on the shipping method: see deliveryProblems. */
export const deliveryInput = yup.object({
  name: deliveryField(),
  address: deliveryField(),
  city: deliveryField(),
  postCode: deliveryField(),
  /** ISO 3166-1 alpha-2. */
  country: deliveryField(),
  phoneNumber: deliveryField(),
});
export type DeliveryInput = yup.InferType<typeof deliveryInput>;

export type DeliveryField = keyof DeliveryInput;

const requiredInDelivery = {
  name: 'Name is required',
  address: 'Address is required',
  city: 'City is required',
  postCode: 'Post code is required',
  country: COUNTRY_REQUIRED,
} as const;

/** What is wrong with the address of an order that is delivered, by field; only the phone number may be empty. */
export function deliveryProblems(delivery: DeliveryInput): Partial<Record<DeliveryField, string>> {
  const missing = Object.entries(requiredInDelivery).filter(([field]) => !delivery[field as DeliveryField]);
  const { country } = delivery;
  return {
    ...(country && !countryCodes.includes(country) && { country: WRONG_COUNTRY }),
    ...Object.fromEntries(missing),
  };
}

export const paymentInput = yup.object({
  ...cartFields,
  /** What the shopper pays, in major units of the currency, as shown to them. */
  amount: number(wrongAmount)
    .min(0, wrongAmount)
    .max(AMOUNT_MAX, 'Amount is too large')
    .test('positive', wrongAmount, (amount, { parent }) => {
      // A code that leaves nothing to pay is refused with its reason.
      return amount > 0 || Boolean(parent.items && parent.discountCode);
    }),
  items: items.optional(),
  delivery: deliveryInput.typeError('The delivery must be an address').nullable().default(undefined),
  note: text()
    .transform(trimmed)
    .max(...atMost(NOTE_MAX, 'A note')),
});
export type PaymentInput = Omit<yup.InferType<typeof paymentInput>, 'delivery'> & { delivery?: DeliveryInput | null };

const PAYMENT_INTENT_ID = /^pi_\w{1,250}$/;

/** Whether a value looks like the provider's id of a payment. */
export function isPaymentIntentId(value: unknown): value is string {
  return typeof value === 'string' && PAYMENT_INTENT_ID.test(value);
}

/** Sent by the client when the shopper returns from the provider. */
export const returnInput = yup.object({
  paymentIntent: text().required('Payment is required').matches(PAYMENT_INTENT_ID, 'Payment must be an id (pi_…)'),
});
