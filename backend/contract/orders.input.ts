import * as yup from 'yup';
import { ADMIN_NOTE_MAX, CARRIER_MAX, REASON_MAX, TRACKING_NUMBER_MAX, TRACKING_URL_MAX } from './orders.ts';
import { LINES_MAX } from './payments.ts';
import { SHIPMENT_LIST_MAX, SHIPMENT_LIST_REQUIRED, SHIPMENT_LIST_TOO_LONG } from './shipment-lists.ts';
import { flag, hasTwoDecimals, id, ifGiven, number, requiredText, text, trimmed, twoDecimalsMeta } from './text.ts';

const wrongLines = 'Lines must be a list of products, each with its count';
const wrongCount = 'Count must be a whole number from 1';
const wrongAmount = 'Amount must be more than 0, with at most two decimals';

const unitsFields = {
  productId: id('Product is required'),
  count: number(wrongCount).integer(wrongCount).min(1, wrongCount).max(Number.MAX_SAFE_INTEGER, wrongCount),
};

/** Products with their units, each product once. */
function listOf<Line extends { productId: string }>(line: yup.Schema<Line>) {
  return ifGiven(
    yup
      .array(line)
      .typeError(wrongLines)
      .nonNullable(wrongLines)
      .min(1, wrongLines)
      .max(LINES_MAX, wrongLines)
      .test('unique', 'Each product can be listed once', (given) => {
        // The rules of a list run even if its members are wrong.
        return given === undefined || new Set(given.map((line) => line?.productId)).size === given.length;
      })
      .required(wrongLines),
  );
}

const carrierTooLong = `Carrier can have at most ${CARRIER_MAX} characters`;

export const shipmentInput = yup.object({
  carrier: requiredText('Carrier is required').transform(trimmed).max(CARRIER_MAX, carrierTooLong),
  trackingNumber: text()
    .transform(trimmed)
    .max(TRACKING_NUMBER_MAX, `Tracking number can have at most ${TRACKING_NUMBER_MAX} characters`),
  trackingUrl: text()
    .transform(trimmed)
    .max(TRACKING_URL_MAX, `Tracking link can have at most ${TRACKING_URL_MAX} characters`)
    .test('web', 'Tracking link must begin with http:// or https://', (url) => !url || isWebAddress(url)),
  /** All units that are left, without them. */
  lines: listOf(yup.object(unitsFields).typeError(wrongLines).required(wrongLines)),
});
export type ShipmentInput = yup.InferType<typeof shipmentInput>;

/** Orders to ship, each with all that is left of it. */
export const shipmentListInput = yup.object({
  /** Lines of shipmentListColumns, separated by commas, semicolons or tabs; the first may be a header. */
  list: requiredText(SHIPMENT_LIST_REQUIRED).max(SHIPMENT_LIST_MAX, SHIPMENT_LIST_TOO_LONG),
  /** For lines without one. */
  carrier: text().transform(trimmed).max(CARRIER_MAX, carrierTooLong),
});
export type ShipmentListInput = yup.InferType<typeof shipmentListInput>;

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

const wrongReturned = 'Returned must be a whole number from 0';

const refundedUnits = yup.object({
  ...unitsFields,
  /** How many of the units were shipped before. */
  returned: ifGiven(
    number(wrongReturned)
      .integer(wrongReturned)
      .min(0, wrongReturned)
      .max(Number.MAX_SAFE_INTEGER, wrongReturned)
      .meta({
        description:
          'How many of the units were shipped before. Without it, units that are not shipped are refunded first.',
      }),
  ),
});

export const refundInput = yup.object({
  /** Major units of the order's currency. */
  amount: ifGiven(
    number(wrongAmount)
      .moreThan(0, wrongAmount)
      .max(1e12, 'Amount is too large')
      .test('decimals', wrongAmount, hasTwoDecimals)
      .meta(twoDecimalsMeta),
  ),
  lines: listOf(refundedUnits.typeError(wrongLines).required(wrongLines)),
  reason: requiredText('Reason is required')
    .transform(trimmed)
    .max(REASON_MAX, `Reason can have at most ${REASON_MAX} characters`),
  /** Whether the units return to stock. */
  restock: flag('Restock must be true or false').required('Restock must be true or false'),
});
export type RefundInput = yup.InferType<typeof refundInput>;

export const orderNoteInput = yup.object({
  text: requiredText('Note is required')
    .transform(trimmed)
    .max(ADMIN_NOTE_MAX, `Note can have at most ${ADMIN_NOTE_MAX} characters`),
});
export type OrderNoteInput = yup.InferType<typeof orderNoteInput>;

export const resendInput = yup.object({ mailId: id('Choose an email of this order') });
export type ResendInput = yup.InferType<typeof resendInput>;
