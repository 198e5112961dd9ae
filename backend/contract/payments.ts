import type { CurrencyCode } from './money.ts';

export const COUNT_MIN = 1;
export const COUNT_MAX = 50;
/** Maximum number of different products in an order: far above any real cart, but keeps requests small. */
export const LINES_MAX = 500;

/** The response of POST /payment. */
export type PaymentView = { clientSecret: string; orderId?: string };

/** Sent with code `priceChanged`: what the cart costs now, in major units. */
export type PriceChanged = { amount: number; currency: CurrencyCode };

/** Sent with code `productsMissing`: ids of the products that are gone. */
export type ProductsMissing = { missing: string[] };

/** The response of GET /payment/config: the settings of the provider's card form. */
export type PaymentConfig = {
  publishableKey: string;
  /** Address of the provider's script; null if the provider's own loader finds it. */
  scriptUrl: string | null;
  /** The address to which the provider returns the shopper. */
  returnUrl: string;
};
