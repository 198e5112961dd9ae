import * as yup from 'yup';
import { m } from '#messages';
import { EMAIL_MAX, LONG_EMAIL_PATTERN } from '../users/users.ts';
import { atMost, id, missing, requiredName, requiredText, text, trimmed } from '../values/text.ts';
import { someUnits } from './orders.input.ts';
import { REASON_MAX } from './orders.ts';
import { ORDER_NUMBER_MAX, WITHDRAWAL_ITEMS_MAX, WITHDRAWAL_NAME_MAX, WITHDRAWAL_NOTE_MAX } from './withdrawals.ts';

const note = text()
  .transform(trimmed)
  .default('')
  .max(...atMost(WITHDRAWAL_NOTE_MAX, m.withdrawals.note));

/** A statement by the form that everybody can use: Directive 2011/83/EU, Art. 11a (2). */
export const withdrawalInput = yup.object({
  /** As typed, with or without "#". */
  orderNumber: requiredName(m.withdrawals.orderNumber, ORDER_NUMBER_MAX),
  name: requiredName(m.withdrawals.name, WITHDRAWAL_NAME_MAX),
  email: requiredText(m.fields.emailRequired)
    .transform(trimmed)
    .max(EMAIL_MAX, m.fields.emailInvalid)
    .matches(LONG_EMAIL_PATTERN, { message: m.fields.emailInvalid, excludeEmptyString: true }),
  /** Which goods, in one's own words; '' or absent for all. */
  items: text()
    .transform(trimmed)
    .default('')
    .max(...atMost(WITHDRAWAL_ITEMS_MAX, m.withdrawals.items)),
  note,
});
export type WithdrawalInput = yup.InferType<typeof withdrawalInput>;

/** A statement by the order's page. */
export const orderWithdrawalInput = yup.object({
  /** All units that are left, without them. */
  lines: someUnits,
  note,
});
export type OrderWithdrawalInput = yup.InferType<typeof orderWithdrawalInput>;

/** `lines` are what is withdrawn: all units that are left, without them. */
export const matchInput = yup.object({ orderId: id(missing(m.withdrawals.order)), lines: someUnits });
export type MatchInput = yup.InferType<typeof matchInput>;

export const dismissInput = yup.object({ reason: requiredName(m.orders.reason, REASON_MAX) });
export type DismissInput = yup.InferType<typeof dismissInput>;
