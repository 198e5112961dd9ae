import { formatMinorUnits } from '#contract/money.ts';
import type { AdminOrderRow } from '../dashboard/orders.admin.queries.ts';

/** Tells a mail from others of its kind: a parcel's carrier and tracking number, or the amount given back; or ''. */
export function mailDetail(
  { kind, payload }: Pick<AdminOrderRow['mails'][number], 'kind' | 'payload'>,
  { amount, currency, shipments }: AdminOrderRow,
): string {
  if (kind === 'orderConfirmation') return '';
  if ('shipmentId' in payload) {
    const shipment = shipments.find(({ id }) => id === payload.shipmentId);
    return [shipment?.carrier, shipment?.trackingNumber].filter(Boolean).join(' ');
  }
  const refunded = 'amount' in payload ? (payload.amount ?? amount) : amount;
  return refunded === 0 ? '' : formatMinorUnits(refunded, currency);
}
