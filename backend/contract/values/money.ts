/**
 * Money. Prices are EUR cents; the total in another currency is converted once, with one rounding.
 * Everything here is integer arithmetic, so that client and server agree to the last minor unit.
 */

import { formatNumber } from './numbers.ts';

/** Of a product, in EUR. */
export const PRICE_MAX = 1_000_000;

export const currencyCodes = ['EUR', 'USD', 'RSD'] as const;
export type CurrencyCode = (typeof currencyCodes)[number];

type Currency = {
  /** The value of one euro in hundredths: 109 is 1.09. */
  rateHundredths: number;
  symbol: string;
  symbolFirst: boolean;
};

export const currencies: Record<CurrencyCode, Currency> = {
  EUR: { rateHundredths: 100, symbol: '€', symbolFirst: false },
  USD: { rateHundredths: 109, symbol: '$', symbolFirst: true },
  RSD: { rateHundredths: 11_700, symbol: 'дин', symbolFirst: false },
};

export const DEFAULT_CURRENCY: CurrencyCode = 'EUR';

/** One of the shop's currencies by its code; undefined for anything else. */
export function findCurrency(code: unknown): CurrencyCode | undefined {
  return currencyCodes.find((known) => known === code);
}

/** The currency that the query of an address asks for (`?currency=USD`); undefined without one that the shop has. */
export function askedCurrency(query: string | undefined): CurrencyCode | undefined {
  return findCurrency(new URLSearchParams(query).get('currency'));
}

/** Converts a price from the API (EUR, at most two decimals) to cents. */
export function toCents(price: number): number {
  return toMinorUnits(price);
}

/** Converts EUR cents to minor units of a currency; halves round up. */
export function convertCents(cents: number, currency: CurrencyCode): number {
  return divide(cents * currencies[currency].rateHundredths, 100);
}

/** Divides and rounds to an integer; halves round up. */
function divide(dividend: number, divisor: number): number {
  return Math.floor((dividend + divisor / 2) / divisor);
}

/** A price in EUR as an amount in a currency, in its major units. */
export function fromEuro(price: number, currency: CurrencyCode): number {
  return toMajorUnits(Math.round(price * currencies[currency].rateHundredths));
}

/** The price in EUR of an amount in a currency. Six decimals, so that `fromEuro` gives the amount again. */
export function toEuro(amount: number, currency: CurrencyCode): number {
  return Math.round((amount * 100_000_000) / currencies[currency].rateHundredths) / 1_000_000;
}

/** The price of a cart in minor units of the currency: the sum in EUR cents, converted and rounded once. */
export function totalInMinorUnits(
  lines: readonly { unitPriceCents: number; count: number }[],
  currency: CurrencyCode,
): number {
  const cents = lines.reduce((sum, line) => sum + line.unitPriceCents * line.count, 0);
  return convertCents(cents, currency);
}

/** Converts major units, as in the API and on screens (at most two decimals), to minor units (cents, para). */
export function toMinorUnits(amount: number): number {
  return Math.round(amount * 100);
}

/** Converts minor units (cents, para) to major units, as in the API and on screens. */
export function toMajorUnits(minorUnits: number): number {
  return minorUnits / 100;
}

/** "1,234.50€", "$1,345.61": an amount already in the currency, given in minor units. */
export function formatMinorUnits(minorUnits: number, currency: CurrencyCode, decimals: 0 | 2 = 2): string {
  const { symbol, symbolFirst } = currencies[currency];
  const number = formatNumber(toMajorUnits(minorUnits), decimals);
  return symbolFirst ? `${symbol}${number}` : `${number}${symbol}`;
}

/** An amount as the API sends it, in major units of its currency: "1,234.50€". */
export function formatAmount(amount: number, currency: CurrencyCode, decimals: 0 | 2 = 2): string {
  return formatMinorUnits(toMinorUnits(amount), currency, decimals);
}

/** "1234.50": an amount for machines, from minor units. */
export function decimalAmount(minorUnits: number): string {
  return toMajorUnits(minorUnits).toFixed(2);
}

/** The price of an order line in a currency. Each line is rounded, so their sum may differ from the total by a few cents. */
export function formatLineTotal(unitPriceCents: number, count: number, currency: CurrencyCode): string {
  return formatMinorUnits(convertCents(unitPriceCents * count, currency), currency);
}

/** A price of the catalogue (EUR) as shown in a currency: on cards with 0 decimals, in the cart with 2. */
export function formatPrice(price: number, currency: CurrencyCode, decimals: 0 | 2 = 2): string {
  const cents = toCents(price);
  if (decimals === 2) return formatMinorUnits(convertCents(cents, currency), currency);
  // Round once: $2.4961 rounded to $2.50 first would become $3.
  return formatMinorUnits(100 * divide(cents * currencies[currency].rateHundredths, 10_000), currency, 0);
}
