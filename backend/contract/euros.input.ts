import { PRICE_MAX } from './catalogue.ts';
import { formatNumber } from './numbers.ts';
import { hasTwoDecimals, number, twoDecimalsMeta } from './text.ts';

/** An amount in EUR with at most two decimals. */
export function euros(name: string) {
  const wrong = `${name} must be from 0 to ${formatNumber(PRICE_MAX)} EUR, with at most two decimals`;
  return number(wrong).min(0, wrong).max(PRICE_MAX, wrong).test('cents', wrong, isTwoDecimal).meta(twoDecimalsMeta);
}

/** A percentage from 0 to 100 with at most two decimals. */
export function percent(name: string) {
  const wrong = `${name} must be from 0 to 100 percent, with at most two decimals`;
  return number(wrong).min(0, wrong).max(100, wrong).test('decimals', wrong, isTwoDecimal).meta(twoDecimalsMeta);
}

function isTwoDecimal(value: number | null | undefined): boolean {
  return typeof value !== 'number' || hasTwoDecimals(value);
}
