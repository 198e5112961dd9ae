import * as yup from 'yup';
import { currencyCodes } from './money.ts';
import { COUNT_MAX, COUNT_MIN, LINES_MAX } from './payments.ts';
import { id, number, text } from './text.ts';

const wrongCount = `Count must be a whole number from ${COUNT_MIN} to ${COUNT_MAX}`;
const wrongAmount = 'Amount must be more than 0';
/** More than any cart can cost, and still exact in minor units. */
const AMOUNT_MAX = 1e12;
const wrongItems = 'The cart must be a list of products, each with its count';

export const paymentInput = yup.object({
  /** Major units of the currency, as shown to the shopper. */
  amount: number(wrongAmount).moreThan(0, wrongAmount).max(AMOUNT_MAX, 'Amount is too large'),
  currency: text().oneOf(currencyCodes, 'Currency must be EUR, USD or RSD').required('Currency is required'),
  items: yup
    .array(
      yup
        .object({
          productId: id('Product is required'),
          count: number(wrongCount).integer(wrongCount).min(COUNT_MIN, wrongCount).max(COUNT_MAX, wrongCount),
        })
        .typeError(wrongItems)
        .required(wrongItems),
    )
    .typeError(wrongItems)
    .nonNullable(wrongItems)
    .min(1, 'The cart is empty')
    .max(LINES_MAX, `An order can have at most ${LINES_MAX} lines`)
    .optional(),
});
export type PaymentInput = yup.InferType<typeof paymentInput>;

const PAYMENT_INTENT_ID = /^pi_\w{1,250}$/;

/** Whether a value looks like the provider's id of a payment. */
export function isPaymentIntentId(value: unknown): value is string {
  return typeof value === 'string' && PAYMENT_INTENT_ID.test(value);
}

/** Sent by the client when the shopper returns from the provider. */
export const returnInput = yup.object({
  paymentIntent: text().required('Payment is required').matches(PAYMENT_INTENT_ID, 'Payment must be an id (pi_…)'),
});
