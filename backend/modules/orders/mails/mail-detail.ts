import { formatMinorUnits } from '#contract/money.ts';
import type { Shipment } from '../fulfilment/shipment.entity.ts';
import type { Order } from '../order.entity.ts';
import type { OrderMail } from './order-mail.entity.ts';

/** Tells a mail from others of its kind: a parcel's carrier and tracking number, or the amount given back; or ''. */
export function mailDetail(
  { kind, payload }: Pick<OrderMail, 'kind' | 'payload'>,
  { amount, currency }: Pick<Order, 'amount' | 'currency'>,
  shipments: readonly Pick<Shipment, 'id' | 'carrier' | 'trackingNumber'>[],
): string {
  if (kind === 'orderConfirmation') return '';
  if ('shipmentId' in payload) {
    const shipment = shipments.find(({ id }) => id === payload.shipmentId);
    return [shipment?.carrier, shipment?.trackingNumber].filter(Boolean).join(' ');
  }
  const refunded = 'amount' in payload ? (payload.amount ?? amount) : amount;
  return refunded === 0 ? '' : formatMinorUnits(refunded, currency);
}
