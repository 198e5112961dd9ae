import type { CurrencyCode } from './money.ts';

export const COUNT_MIN = 1;
export const COUNT_MAX = 50;
/** How many different products one order may hold: far above any real cart, low enough to keep a request small. */
export const LINES_MAX = 500;

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
  /** Where the provider sends the shopper back to, with what became of the payment. */
  returnUrl: string;
};
