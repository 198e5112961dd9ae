import * as yup from 'yup';
import { m } from '#messages';
import { euros, number, twoDecimals, wholeNumber } from '../values/numbers.input.ts';
import { flag, id, ifGiven, instant, list, requiredName, type Words } from '../values/text.ts';
import { DISCOUNT_CODE_MAX, USES_MAX } from './discounts.ts';

const CATEGORIES_MAX = 200;

const code = requiredName(m.fields.code, DISCOUNT_CODE_MAX).matches(/^\S*$/, m.discounts.codeWithSpaces);

function limit(name: Words) {
  return wholeNumber(name, 1, USES_MAX).nullable().optional();
}

/** Fields that may be absent. Null stands for none. */
const optionalFields = {
  percent: twoDecimals(
    number(m.discounts.wrongPercent).moreThan(0, m.discounts.wrongPercent).max(100, m.discounts.wrongPercent),
    m.discounts.wrongPercent,
  )
    .nullable()
    .optional(),
  amount: euros(m.discounts.amount).moreThan(0, m.payments.amountTooLow).nullable().optional(),
  minimum: euros(m.discounts.least).nullable().optional(),
  startsAt: instant(m.discounts.start),
  endsAt: instant(m.discounts.end),
  categoryIds: list(id(m.discounts.wrongCategory), m.discounts.wrongCategories)
    .max(CATEGORIES_MAX, m.discounts.tooManyCategories)
    .optional(),
  maxUses: limit(m.discounts.uses),
  maxUsesPerShopper: limit(m.discounts.usesPerShopper),
  isActive: flag(() => m.fields.flag({ name: m.discounts.active() })).optional(),
};

export const discountInput = yup.object({ code, ...optionalFields });
export type DiscountInput = yup.InferType<typeof discountInput>;

/** Absent fields keep their values. */
export const editDiscountInput = yup.object({ code: ifGiven(code), ...optionalFields });
export type EditDiscountInput = yup.InferType<typeof editDiscountInput>;
