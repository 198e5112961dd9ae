import * as yup from 'yup';
import { m } from '#messages';
import { number, twoDecimals, wholeNumber } from '../values/numbers.input.ts';
import {
  atMost,
  flag,
  id,
  ifGiven,
  isUnique,
  missing,
  requiredName,
  requiredText,
  rows,
  text,
  trimmed,
} from '../values/text.ts';
import { ADMIN_NOTE_MAX, CARRIER_MAX, REASON_MAX, TRACKING_NUMBER_MAX, TRACKING_URL_MAX } from './orders.ts';
import { LINES_MAX } from './payments.ts';
import { SHIPMENT_LIST_MAX, shipmentListTooLong } from './shipment-lists.ts';

/** Units of a product in an order. */
export const unitsFields = {
  productId: id(missing(m.fields.product)),
  count: wholeNumber(m.payments.count, 1),
};

/** Products with their units, each product once. */
export function unitsOf<Line extends { productId: string }>(lines: yup.ArraySchema<Line[] | undefined, yup.AnyObject>) {
  return lines
    .min(1, m.orders.wrongLines)
    .max(LINES_MAX, m.orders.wrongLines)
    .test('unique', m.orders.productOnce, (given) => isUnique(given?.map((line) => line?.productId)))
    .required(m.orders.wrongLines);
}

/** Some units of an order; absent for all that are left. */
export const someUnits = ifGiven(unitsOf(rows(unitsFields, m.orders.wrongLines)));

export const shipmentInput = yup.object({
  carrier: requiredName(m.mails.carrier, CARRIER_MAX),
  trackingNumber: text()
    .transform(trimmed)
    .max(...atMost(TRACKING_NUMBER_MAX, m.mails.trackingNumber)),
  trackingUrl: text()
    .transform(trimmed)
    .max(...atMost(TRACKING_URL_MAX, m.orders.trackingLink))
    .test('web', m.orders.trackingLinkWeb, (url) => !url || isWebAddress(url)),
  /** All units that are left, without them. */
  lines: someUnits,
});
export type ShipmentInput = yup.InferType<typeof shipmentInput>;

/** Orders to ship, each with all that is left of it. */
export const shipmentListInput = yup.object({
  /** Lines of shipmentListColumns, separated by commas, semicolons or tabs; the first may be a header. */
  list: requiredText(m.fields.shipmentListRequired).max(SHIPMENT_LIST_MAX, shipmentListTooLong),
  /** For lines without one. */
  carrier: text()
    .transform(trimmed)
    .max(...atMost(CARRIER_MAX, m.mails.carrier)),
});
export type ShipmentListInput = yup.InferType<typeof shipmentListInput>;

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

const wrongRestock = () => m.fields.flag({ name: m.orders.restock() });

const refundedFields = {
  ...unitsFields,
  returned: ifGiven(
    wholeNumber(m.orders.returned, 0).meta({
      description:
        'How many of the units were shipped before. Without it, units that are not shipped are refunded first.',
    }),
  ),
};

/** Major units of the order's currency. */
export const refundAmount = ifGiven(
  twoDecimals(
    number(m.orders.wrongAmount).moreThan(0, m.orders.wrongAmount).max(1e12, m.payments.amountTooLarge),
    m.orders.wrongAmount,
  ),
);

/** Whether the units return to stock. */
export const restock = flag(wrongRestock).required(wrongRestock);

export const refundInput = yup.object({
  amount: refundAmount,
  lines: ifGiven(unitsOf(rows(refundedFields, m.orders.wrongLines))),
  reason: requiredName(m.orders.reason, REASON_MAX),
  restock,
});
export type RefundInput = yup.InferType<typeof refundInput>;

export const orderNoteInput = yup.object({ text: requiredName(m.orders.note, ADMIN_NOTE_MAX) });
export type OrderNoteInput = yup.InferType<typeof orderNoteInput>;

export const resendInput = yup.object({ mailId: id(m.orders.chooseMail) });
export type ResendInput = yup.InferType<typeof resendInput>;
