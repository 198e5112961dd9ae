import * as yup from 'yup';
import { m } from '#messages';
import { atMost, requiredName, rows, text, trimmed, type Words, write } from '../values/text.ts';
import { refundAmount, restock, unitsFields, unitsOf } from './orders.input.ts';
import { CARRIER_MAX, REASON_MAX, TRACKING_NUMBER_MAX } from './orders.ts';
import { LINES_MAX } from './payments.ts';
import { RETURN_INSTRUCTIONS_MAX, RETURN_NOTE_MAX, returnConditions, returnReasons, returnWishes } from './returns.ts';

/** One of a few words, called `name` in messages. */
function choice<Value extends string>(name: Words, choices: readonly Value[]) {
  const wrong = () => m.fields.oneOf({ name: write(name), choices: choices.join(', ') });
  return text().oneOf<Value>(choices, wrong).required(wrong);
}

export const returnRequestInput = yup.object({
  lines: unitsOf(rows(unitsFields, m.orders.wrongLines)),
  reason: choice(m.returns.reason, returnReasons),
  wants: choice(m.returns.wish, returnWishes),
  note: text()
    .transform(trimmed)
    .default('')
    .max(...atMost(RETURN_NOTE_MAX, m.returns.note)),
});
export type ReturnRequestInput = yup.InferType<typeof returnRequestInput>;

export const approveReturnInput = yup.object({
  instructions: text()
    .transform(trimmed)
    .default('')
    .max(...atMost(RETURN_INSTRUCTIONS_MAX, m.returns.instructions)),
});
export type ApproveReturnInput = yup.InferType<typeof approveReturnInput>;

export const rejectReturnInput = yup.object({ reason: requiredName(m.orders.reason, REASON_MAX) });
export type RejectReturnInput = yup.InferType<typeof rejectReturnInput>;

export const receiveReturnInput = yup.object({
  /** A product may be listed once in each condition. */
  lines: rows({ ...unitsFields, condition: choice(m.returns.condition, returnConditions) }, m.orders.wrongLines)
    .min(1, m.orders.wrongLines)
    .max(LINES_MAX * returnConditions.length, m.orders.wrongLines)
    .required(m.orders.wrongLines),
});
export type ReceiveReturnInput = yup.InferType<typeof receiveReturnInput>;

/** `amount` is in major units of the order's currency and replaces what the units and the delivery come to. */
export const refundReturnInput = yup.object({ amount: refundAmount, restock });
export type RefundReturnInput = yup.InferType<typeof refundReturnInput>;

/** How a replacement or repaired goods are sent. */
export const sendReturnInput = yup.object({
  carrier: requiredName(m.mails.carrier, CARRIER_MAX),
  trackingNumber: text()
    .transform(trimmed)
    .default('')
    .max(...atMost(TRACKING_NUMBER_MAX, m.mails.trackingNumber)),
});
export type SendReturnInput = yup.InferType<typeof sendReturnInput>;
