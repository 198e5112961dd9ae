import * as yup from 'yup';
import { PRICE_MAX } from './catalogue.ts';
import { formatNumber } from './numbers.ts';
import { asGiven } from './text.ts';

/**
 * A JSON number; a numeric string is refused.
 * @param missing the message for an absent value, if it differs from the one for a wrong value
 */
export function number(wrong: string, missing = wrong) {
  return asGiven(yup.number()).typeError(wrong).required(missing);
}

/** A whole number within limits; without `max`, any that JavaScript holds exactly. */
export function wholeNumber(name: string, min: number, max?: number) {
  const limit = max === undefined ? '' : ` to ${formatNumber(max)}`;
  const wrong = `${name} must be a whole number from ${min}${limit}`;
  return number(wrong)
    .integer(wrong)
    .min(min, wrong)
    .max(max ?? Number.MAX_SAFE_INTEGER, wrong);
}

/** An amount in EUR with at most two decimals. */
export function euros(name: string) {
  const wrong = `${name} must be from 0 to ${formatNumber(PRICE_MAX)} EUR, with at most two decimals`;
  return twoDecimals(number(wrong).min(0, wrong).max(PRICE_MAX, wrong), wrong);
}

/** A percentage from 0 to 100 with at most two decimals. */
export function percent(name: string) {
  const wrong = `${name} must be from 0 to 100 percent, with at most two decimals`;
  return twoDecimals(number(wrong).min(0, wrong).max(100, wrong), wrong);
}

/** Refuses a number with more than two decimals. */
export function twoDecimals<Schema extends ReturnType<typeof number>>(schema: Schema, wrong: string): Schema {
  return schema
    .test('decimals', wrong, (value) => typeof value !== 'number' || Number(value.toFixed(2)) === value)
    .meta({ description: 'At most two decimals.' });
}
