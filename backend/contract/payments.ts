import * as yup from 'yup';
import { type CurrencyCode, currencyCodes } from './money.ts';
import { id, number, text } from './text.ts';

export const COUNT_MIN = 1;
export const COUNT_MAX = 50;
/** How many different products one order may hold: far above any real cart, low enough to keep a request small. */
export const LINES_MAX = 500;

const wrongCount = `Count must be a whole number from ${COUNT_MIN} to ${COUNT_MAX}`;
const wrongAmount = 'Amount must be more than 0';

export const paymentInput = yup.object({
  /** Major units of the currency, as shown to the shopper. */
  amount: number(wrongAmount).moreThan(0, wrongAmount),
  currency: text().oneOf(currencyCodes, 'Currency must be EUR, USD or RSD').required('Currency is required'),
  items: yup
    .array(
      yup
        .object({
          productId: id('Product is required'),
          count: number(wrongCount).integer(wrongCount).min(COUNT_MIN, wrongCount).max(COUNT_MAX, wrongCount),
        })
        .required(),
    )
    .min(1, 'The cart is empty')
    .max(LINES_MAX, `An order can have at most ${LINES_MAX} lines`)
    .optional(),
});
export type PaymentInput = yup.InferType<typeof paymentInput>;

/** Sent by the client when the provider has sent the shopper back. */
export const returnInput = yup.object({
  paymentIntent: text()
    .required('Payment is required')
    .matches(/^pi_\w{1,250}$/, 'A payment is named by its id (pi_…)'),
});

/** Answered by POST /payment. */
export type PaymentView = { clientSecret: string; orderId?: string };

/** Answered with code `priceChanged`: what the cart costs now, in major units. */
export type PriceChanged = { amount: number; currency: CurrencyCode };

/** Answered with code `productsMissing`: ids of the products that are gone. */
export type ProductsMissing = { missing: string[] };

/** Answered by GET /payment/config: what the browser needs to load the provider's card form. */
export type PaymentConfig = {
  publishableKey: string;
  /** Address of the provider's script; null where the provider's own loader knows it. */
  scriptUrl: string | null;
};
