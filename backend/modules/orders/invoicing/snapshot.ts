import type { DeliveryView } from '#contract/orders/orders.ts';
import type { TaxShare } from '#contract/orders/pricing.ts';
import type { BillingView } from '#contract/orders/vat.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import type { LanguageCode } from '#messages/languages.ts';

/** Who sells, as documents name them. */
export type SellerSnapshot = Pick<
  SettingsView,
  'name' | 'legalName' | 'address' | 'vatId' | 'email' | 'phoneNumber' | 'registerName' | 'registerNumber'
>;

/** Goods of a document. Amounts are minor units of its currency, with VAT besides `netPrice`. */
export type SnapshotLine = {
  title: string;
  count: number;
  /** Of one unit. */
  netPrice: number;
  price: number;
  /** Of all units, before discount. */
  amount: number;
  /** Hundredths of a percent. */
  rateHundredths: number;
};

export type SnapshotTax = TaxShare & { netEur: number; taxEur: number };

/** All that a document shows besides its number, its date and its amount, so that nothing that changes later changes it. */
export type DocumentSnapshot = {
  language: LanguageCode;
  timeZone: string;
  seller: SellerSnapshot;
  buyer: BillingView;
  /** Null for pickup. */
  delivery: DeliveryView | null;
  shippingName: string;
  /** Where the goods went: the country of the VAT. */
  country: string;
  orderNumber: number;
  /** ISO 8601, UTC. */
  paidAt: string;
  /** Null while it was not known. */
  deliveredAt: string | null;
  /** What it changes: null in an order's invoice. */
  invoice: { number: string; date: string } | null;
  /** The number of the credit note that it reverses, as the refund failed; null without one. */
  reversed: string | null;
  lines: SnapshotLine[];
  /** What the lines miss of the amount: `shipping - discount`, and in other documents what is none of both. */
  discount: number;
  discountCode: string;
  shipping: number;
  adjustment: number;
  taxes: SnapshotTax[];
  reverseCharge: boolean;
};
