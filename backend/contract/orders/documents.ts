/** What the shop issues for good: invoices, and credit notes of what it gives back. */
import type { CurrencyCode } from '../values/money.ts';

export const documentKinds = ['invoice', 'creditNote'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export type DocumentView = {
  _id: string;
  kind: DocumentKind;
  /** Of its series, without gaps: "2026-000042". */
  number: string;
  /** When it was issued: an invoice, when its order was paid. ISO 8601, UTC. */
  date: string;
  currency: CurrencyCode;
  /** In major units; positive for credit notes too. */
  amount: number;
};

/** What was charged in a period, less what was given back. Amounts are in major units. */
export type VatRowView = {
  /** Where the goods went. ISO 3166-1 alpha-2; '' if the shop does not say where it is, and it was pickup. */
  country: string;
  /** In percent. */
  rate: number;
  currency: CurrencyCode;
  net: number;
  vat: number;
  /** At the fixed rate of the order, rounded per document. */
  netEur: number;
  vatEur: number;
  documents: number;
};
