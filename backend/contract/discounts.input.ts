import * as yup from 'yup';
import { DISCOUNT_CODE_MAX, USES_MAX } from './discounts.ts';
import { euros, number, twoDecimals, wholeNumber } from './numbers.input.ts';
import { flag, id, ifGiven, list, requiredName, text } from './text.ts';

const wrongPercent = 'Percent must be over 0 to 100, with at most two decimals';
const wrongAmount = 'Amount must be more than 0';
const wrongCategories = 'Categories must be a list of ids';
const CATEGORIES_MAX = 200;

const code = requiredName('Code', DISCOUNT_CODE_MAX).matches(/^\S*$/, "Code can't contain spaces");

function limit(name: string) {
  return wholeNumber(name, 1, USES_MAX).nullable().optional();
}

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** A date with time and zone (ISO 8601). */
function date(name: string) {
  const wrong = `${name} must be a date with time and zone, such as 2026-12-24T18:00:00Z`;
  return text()
    .nullable()
    .test('date', wrong, (value) => typeof value !== 'string' || isDate(value))
    .meta({ pattern: DATE.source, description: 'ISO 8601 with time and zone.' })
    .optional();
}

function isDate(value: string): boolean {
  return DATE.test(value) && !Number.isNaN(Date.parse(value));
}

/** Fields that may be absent. Null stands for none. */
const optionalFields = {
  percent: twoDecimals(number(wrongPercent).moreThan(0, wrongPercent).max(100, wrongPercent), wrongPercent)
    .nullable()
    .optional(),
  amount: euros('Amount').moreThan(0, wrongAmount).nullable().optional(),
  minimum: euros('Minimum').nullable().optional(),
  startsAt: date('Start'),
  endsAt: date('End'),
  categoryIds: list(id('Each category must be an id'), wrongCategories)
    .max(CATEGORIES_MAX, `A discount can be for at most ${CATEGORIES_MAX} categories`)
    .optional(),
  maxUses: limit('Uses'),
  maxUsesPerShopper: limit('Uses per shopper'),
  isActive: flag('Active must be true or false').optional(),
};

/** The rules between fields are checked against the stored discount too; see discounts.service.ts. */
export const ONE_KIND = 'A discount is either a percentage or an amount';
export const DATES_REVERSED = 'The end must be after the start';

export const discountInput = yup.object({ code, ...optionalFields });
export type DiscountInput = yup.InferType<typeof discountInput>;

/** Absent fields keep their values. */
export const editDiscountInput = yup.object({ code: ifGiven(code), ...optionalFields });
export type EditDiscountInput = yup.InferType<typeof editDiscountInput>;
