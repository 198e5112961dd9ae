import type { OrderTextView } from '../shop/legal-pages.ts';
import type { CurrencyCode } from '../values/money.ts';
import type { ShippingMethodView } from './delivery.ts';
import type { DeliveryView, TaxPart, TaxRateView } from './orders.ts';
import type { VatCheck } from './vat.ts';

export const COUNT_MIN = 1;
export const COUNT_MAX = 50;
/** Maximum number of different products in an order: far above any real cart, but keeps requests small. */
export const LINES_MAX = 500;
export const NOTE_MAX = 500;

/** A way to deliver a cart, with its amounts in major units of the cart's currency. `price` is what this cart pays. */
export type OfferedMethodView = Pick<
  ShippingMethodView,
  'code' | 'name' | 'price' | 'freeFrom' | 'minDays' | 'maxDays'
>;

/** What a cart costs now, in major units of its currency. The response of POST /payment/quote. */
export type QuoteView = {
  lines: {
    productId: string;
    title: string;
    price: number;
    count: number;
    amount: number;
    /** Units that this shopper can buy; null if they are not counted. */
    left: number | null;
  }[];
  subtotal: number;
  discount: number;
  shipping: number;
  amount: number;
  tax: TaxPart;
  /** By rate, ascending. */
  taxes: TaxRateView[];
  /** Whether the buyer owes the VAT, so that all amounts are net. */
  reverseCharge: boolean;
  /** What the EU's service says about the buyer's VAT id; null without one. */
  vatCheck: VatCheck | null;
  /** Those that the shopper can choose from: the cheapest first, pickup last. */
  shippingMethods: OfferedMethodView[];
  /** The code of the chosen one. */
  shippingMethod: string;
  /** The pages that apply to an order that is placed now. */
  texts: OrderTextView[];
};

/** The response of GET /payment/defaults: what a checkout starts with. Countries are ISO 3166-1 alpha-2. */
export type CheckoutDefaults = {
  /** How the latest paid order went; null without one. */
  last: { shippingMethod: string; delivery: DeliveryView | null } | null;
  /** The shop's own country; null if it is unknown or nothing is delivered there. */
  country: string | null;
  /** Where the shop delivers; null is everywhere. */
  countries: string[] | null;
};

/** The response of POST /payment. A payment without items has no order. */
export type PaymentView = {
  clientSecret: string;
  orderId?: string;
  number?: number;
  /** The pages that apply to the order. */
  texts?: OrderTextView[];
};

/** Sent with code `priceChanged`: what the cart costs now, in major units. */
export type PriceChanged = { amount: number; currency: CurrencyCode };

/** Sent with code `textsChanged`: the pages that apply now. */
export type TextsChanged = { texts: OrderTextView[] };

/** Sent with code `productsMissing`: ids of the products that are gone. */
export type ProductsMissing = { missing: string[] };

/** Sent with code `soldOut`: the products of which fewer units are left than are in the cart. */
export type SoldOut = { available: { productId: string; left: number }[] };

/** Sent when the shipping method is refused: those to choose from instead. */
export type MethodRefused = { shippingMethods: OfferedMethodView[] };

/** Each has a folder of its own in server and client. */
export const providerNames = ['stripe', 'local'] as const;
export type ProviderName = (typeof providerNames)[number];

/** The response of GET /payment/config: the settings of the provider's card form. */
export type PaymentConfig = {
  provider: ProviderName;
  /** Names the shop to the provider; '' if it needs no name. */
  publishableKey: string;
  /** Address of the provider's script; null if the provider's own loader finds it, or there is none. */
  scriptUrl: string | null;
  /** Address of the provider's API; null if its script knows it. */
  apiUrl: string | null;
  /** The address to which the provider returns the shopper. */
  returnUrl: string;
};
