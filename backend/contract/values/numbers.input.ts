import * as yup from 'yup';
import { m } from '#messages';
import { PRICE_MAX } from './money.ts';
import { asGiven, type Words, write } from './text.ts';

/**
 * A JSON number; a numeric string is refused.
 * @param missing the message for an absent value, if it differs from the one for a wrong value
 */
export function number(wrong: Words, missing = wrong) {
  return asGiven(yup.number()).typeError(wrong).required(missing);
}

/** A whole number within limits; without `max`, any that JavaScript holds exactly. */
export function wholeNumber(name: Words, min: number, max?: number) {
  const wrong = () =>
    max === undefined
      ? m.fields.wholeNumberFrom({ name: write(name), min })
      : m.fields.wholeNumber({ name: write(name), min, max });
  return number(wrong)
    .integer(wrong)
    .min(min, wrong)
    .max(max ?? Number.MAX_SAFE_INTEGER, wrong);
}

/** An amount in EUR with at most two decimals. */
export function euros(name: Words) {
  const wrong = () => m.fields.euros({ name: write(name), max: PRICE_MAX });
  return twoDecimals(number(wrong).min(0, wrong).max(PRICE_MAX, wrong), wrong);
}

/** A percentage from 0 to 100 with at most two decimals. */
export function percent(name: Words) {
  const wrong = () => m.fields.percent({ name: write(name) });
  return twoDecimals(number(wrong).min(0, wrong).max(100, wrong), wrong);
}

/** Refuses a number with more than two decimals. */
export function twoDecimals<Schema extends ReturnType<typeof number>>(schema: Schema, wrong: Words): Schema {
  return schema
    .test('decimals', wrong, (value) => typeof value !== 'number' || Number(value.toFixed(2)) === value)
    .meta({ description: 'At most two decimals.' });
}
