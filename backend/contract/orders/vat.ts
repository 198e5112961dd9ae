/** Billing and VAT ids. */

import type { PostalAddress } from '../values/address-forms.ts';

export const vatChecks = ['valid', 'invalid', 'unavailable'] as const;
/** What the EU's service says about a VAT id; `unavailable` if it does not answer. */
export type VatCheck = (typeof vatChecks)[number];

/** What the EU's service said about the VAT id of a buyer. */
export type VatCheckRecord = {
  result: VatCheck;
  /** When it was asked; ISO 8601, UTC. */
  date: string;
  /** Proves the request; '' if the service gave none. */
  consultationNumber: string;
};

/** Who buys an order. */
export type BillingView = {
  /** '' without one. */
  company: string;
  /** May be empty if there is a company. */
  name: string;
  address: string;
  city: string;
  /** May be empty where there are none. */
  postCode: string;
  /** The code of a state or province; absent where addresses name none, or without one. */
  state?: PostalAddress['state'];
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** In capitals, with its prefix, without spaces and dots; '' without one. */
  vatId: string;
};

/** VAT ids as they are compared: in capitals, without spaces and dots. */
export function plainVatId(typed: string): string {
  return typed.replace(/[\s.]/g, '').toUpperCase();
}

/**
 * The forms of VAT ids after their prefix, which is the country but for Greece (EL) and Northern Ireland (XI): question 11 of
 * https://ec.europa.eu/taxation_customs/vies/#/faq
 */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?!\d{9})[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-Z]{2})$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{9}B[A-Z\d+*]{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

/** Whether a VAT id, as plainVatId has it, has the form of an EU country or of Northern Ireland. */
export function isVatId(vatId: string): boolean {
  return forms[vatId.slice(0, 2)]?.test(vatId.slice(2)) ?? false;
}

/** The prefix of the VAT ids of a country or territory, by its code; null outside the EU's VAT area. See placesOf. */
function prefixOf(place: string): string | null {
  const prefix = { GR: 'EL', 'GB-NIR': 'XI' }[place] ?? place;
  return prefix in forms && prefix !== 'GR' ? prefix : null;
}

type Supply = {
  /** The buyer's; '' without one. */
  vatId: string;
  /** Null without a VAT id. */
  vatCheck: VatCheck | null;
  /** ISO 3166-1 alpha-2; '' if it is unknown. */
  shopCountry: string;
  /** Where the goods go: see placesOf. Empty if they are collected. */
  places: readonly string[];
};

/**
 * Whether the buyer owes the VAT of goods: both the VAT id, which is valid, and the goods' destination are of another EU country
 * than the shop. Directive 2006/112/EC, Art. 138.
 */
export function isReverseCharge({ vatId, vatCheck, shopCountry, places }: Supply): boolean {
  const shop = prefixOf(shopCountry);
  const destination = prefixOf(places[0] ?? '');
  if (vatCheck !== 'valid' || shop === null || destination === null) return false;
  return vatId.slice(0, 2) !== shop && destination !== shop;
}
