import * as yup from 'yup';
import { m } from '#messages';
import { number, twoDecimals, wholeNumber } from './numbers.input.ts';
import { ADMIN_NOTE_MAX, CARRIER_MAX, REASON_MAX, TRACKING_NUMBER_MAX, TRACKING_URL_MAX } from './orders.ts';
import { LINES_MAX } from './payments.ts';
import { SHIPMENT_LIST_MAX, shipmentListTooLong } from './shipment-lists.ts';
import { atMost, flag, id, ifGiven, isUnique, requiredName, requiredText, rows, text, trimmed } from './text.ts';

const wrongLines = 'Lines must be a list of products, each with its count';
const wrongAmount = 'Amount must be more than 0, with at most two decimals';

const unitsFields = {
  productId: id('Product is required'),
  count: wholeNumber('Count', 1),
};

/** Products with their units, each product once. */
function listOf<Line extends { productId: string }>(lines: yup.ArraySchema<Line[] | undefined, yup.AnyObject>) {
  return ifGiven(
    lines
      .min(1, wrongLines)
      .max(LINES_MAX, wrongLines)
      .test('unique', 'Each product can be listed once', (given) => isUnique(given?.map((line) => line?.productId)))
      .required(wrongLines),
  );
}

export const shipmentInput = yup.object({
  carrier: requiredName('Carrier', CARRIER_MAX),
  trackingNumber: text()
    .transform(trimmed)
    .max(...atMost(TRACKING_NUMBER_MAX, 'Tracking number')),
  trackingUrl: text()
    .transform(trimmed)
    .max(...atMost(TRACKING_URL_MAX, 'Tracking link'))
    .test('web', 'Tracking link must begin with http:// or https://', (url) => !url || isWebAddress(url)),
  /** All units that are left, without them. */
  lines: listOf(rows(unitsFields, wrongLines)),
});
export type ShipmentInput = yup.InferType<typeof shipmentInput>;

/** Orders to ship, each with all that is left of it. */
export const shipmentListInput = yup.object({
  /** Lines of shipmentListColumns, separated by commas, semicolons or tabs; the first may be a header. */
  list: requiredText(m.fields.shipmentListRequired).max(SHIPMENT_LIST_MAX, shipmentListTooLong),
  /** For lines without one. */
  carrier: text()
    .transform(trimmed)
    .max(...atMost(CARRIER_MAX, 'Carrier')),
});
export type ShipmentListInput = yup.InferType<typeof shipmentListInput>;

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

const refundedFields = {
  ...unitsFields,
  returned: ifGiven(
    wholeNumber('Returned', 0).meta({
      description:
        'How many of the units were shipped before. Without it, units that are not shipped are refunded first.',
    }),
  ),
};

export const refundInput = yup.object({
  /** Major units of the order's currency. */
  amount: ifGiven(
    twoDecimals(number(wrongAmount).moreThan(0, wrongAmount).max(1e12, 'Amount is too large'), wrongAmount),
  ),
  lines: listOf(rows(refundedFields, wrongLines)),
  reason: requiredName('Reason', REASON_MAX),
  /** Whether the units return to stock. */
  restock: flag('Restock must be true or false').required('Restock must be true or false'),
});
export type RefundInput = yup.InferType<typeof refundInput>;

export const orderNoteInput = yup.object({ text: requiredName('Note', ADMIN_NOTE_MAX) });
export type OrderNoteInput = yup.InferType<typeof orderNoteInput>;

export const resendInput = yup.object({ mailId: id('Choose an email of this order') });
export type ResendInput = yup.InferType<typeof resendInput>;
