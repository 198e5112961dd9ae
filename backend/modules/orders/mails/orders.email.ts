import { addressLines } from '#contract/addresses.ts';
import { orderArrival } from '#contract/delivery.ts';
import type { OrderMailKind } from '#contract/mails.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { type Block, button, heading, type Letter, paragraph } from '../../../core/mail/letters/letter.ts';
import type { Mail, Mailer } from '../../../core/mail/mailer.ts';
import { listStaff } from '../../users/accounts/users.queries.ts';
import { type AdminOrderRow, adminOrders } from '../dashboard/orders.admin.queries.ts';
import { unitsLeft } from '../fulfilment/shipments.service.ts';
import {
  deliveryFacts,
  items,
  moneyOf,
  orderButton,
  type Pictures,
  pricedItems,
  refundSums,
} from './order-email-parts.ts';
import type { OrderMailPayloads } from './order-mail.entity.ts';

/** A mail to the shopper of an order, before its layout. */
export type OrderLetter = Letter & Pick<Mail, 'reference' | 'subject'>;

type OrderOfShopper = {
  publicUrl: string;
  timeZone: string;
  order: AdminOrderRow;
  username: string;
  pictures: Pictures;
};

/** Composes each kind of mail; null if there is nothing left to tell. */
export const orderLetters: {
  [Kind in OrderMailKind]: (of: OrderOfShopper, payload: OrderMailPayloads[Kind]) => OrderLetter | null;
} = {
  orderConfirmation: ({ publicUrl, timeZone, order, username, pictures }) => {
    // Not said once it is over. The days themselves come without `now`: the mail may be read after "today".
    const isToCome = orderArrival(order, timeZone, new Date()) !== null;
    const arrival = isToCome ? orderArrival(order, timeZone) : null;
    return {
      reference: `order-paid-${order.id}`,
      subject: `Order ${order.number} is confirmed`,
      title: 'Order confirmed',
      blocks: [
        paragraph(`Thanks for your order, ${username}. Order ${order.number} is confirmed.`),
        ...(arrival === null ? [] : [paragraph(`${arrival}.`)]),
        pricedItems(order, pictures),
        deliveryFacts(order, timeZone),
        orderButton(publicUrl, order),
      ],
    };
  },

  shipment: ({ publicUrl, order, username, pictures }, { shipmentId }) => {
    const shipment = order.shipments.find(({ id }) => id === shipmentId);
    if (shipment === undefined) return null;
    const { carrier, trackingNumber, trackingUrl, lines } = shipment;
    const left = unitsLeft(order.lines);
    // A notice may be sent after the next shipment.
    const isPart = left.length > 0 || shipment !== order.shipments.at(-1);
    const facts = [
      { name: 'Carrier', lines: [carrier] },
      ...(trackingNumber === '' ? [] : [{ name: 'Tracking number', lines: [trackingNumber] }]),
      ...(order.delivery ? [{ name: 'Delivery address', lines: addressLines(order.delivery) }] : []),
    ];
    const toCome: Block[] = [heading('Still to come'), { kind: 'items', items: items(order, left, pictures) }];
    return {
      reference: `order-shipped-${shipmentId}`,
      subject: `Order ${order.number} is on its way`,
      title: isPart ? 'Part of your order is on its way' : 'Your order is on its way',
      blocks: [
        paragraph(`Hi ${username},`),
        paragraph(`We've handed ${isPart ? 'part of your order' : 'your order'} ${order.number} to ${carrier}.`),
        ...(trackingUrl === '' ? [] : [button('Track your parcel', trackingUrl)]),
        { kind: 'facts', facts },
        heading('In this parcel'),
        { kind: 'items', items: items(order, lines, pictures) },
        ...(left.length === 0 ? [] : toCome),
        { ...orderButton(publicUrl, order), isSecondary: trackingUrl !== '' },
      ],
    };
  },

  refund: ({ publicUrl, order, username, pictures }, { amount = order.amount, total, refundIds = [] }) => {
    // Without their reasons, which are notes of the admins for the shop.
    const units = order.refunds.filter(({ id }) => refundIds.includes(id)).flatMap(({ lines }) => lines);
    return {
      reference: ['order-refunded', order.id, ...(total === undefined ? [] : [total])].join('-'),
      subject: `Your refund for order ${order.number}`,
      title: 'Your refund is on its way',
      blocks: [
        paragraph(`Hi ${username},`),
        paragraph(`We've refunded ${moneyOf(order)(amount)} for order ${order.number}. ${ARRIVAL}`),
        { kind: 'items', items: items(order, units, pictures), sums: refundSums(order, amount, total ?? amount) },
        orderButton(publicUrl, order),
      ],
    };
  },

  cancellation: ({ publicUrl, order, username, pictures }, { amount, isOutdated = false }) => {
    const isRefunded = amount > 0;
    const result = isRefunded ? `We've refunded ${moneyOf(order)(amount)}. ${ARRIVAL}` : "You haven't been charged.";
    return {
      reference: `order-canceled-${order.id}`,
      subject: `Order ${order.number} is canceled`,
      title: 'Your order is canceled',
      blocks: [
        paragraph(`Hi ${username},`),
        paragraph(`Order ${order.number} is canceled. ${isOutdated ? `${OUTDATED} ` : ''}${result}`),
        {
          kind: 'items',
          items: items(order, order.lines, pictures),
          ...(isRefunded && { sums: refundSums(order, amount, order.refunded) }),
        },
        orderButton(publicUrl, order),
      ],
    };
  },
};

const OUTDATED = 'When you paid, the price of an item had changed or it was no longer sold.';
const ARRIVAL = 'It can take your bank 5 to 10 business days to show it on your statement.';

/** Emails everyone who may refund orders that the payment of one is disputed. */
export async function sendDisputeNotice(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { orderId }: EventMap['order.disputed'],
): Promise<void> {
  const order = await adminOrders(em).where('shopOrder.id', '=', orderId).executeTakeFirst();
  if (order === undefined) return;
  const facts = [
    { name: 'Customer', lines: [order.buyerName, ...(order.email === null ? [] : [order.email])] },
    { name: 'Payment ID', lines: [order.paymentIntentId ?? ''] },
  ];
  for (const { id, username, email } of await listStaff(em, 'orders.refund', 'dispute')) {
    await mailer.send({
      to: email,
      reference: `order-disputed-${orderId}-${id}`,
      subject: `The payment of order ${order.number} is disputed`,
      ...mailer.write({
        title: 'A payment is disputed',
        blocks: [
          paragraph(`Hi ${username},`),
          paragraph(
            `The shopper of order ${order.number} disputes its payment of ${moneyOf(order)(order.amount)} with their bank. ` +
              'Answer the dispute in the dashboard of the payment provider.',
          ),
          { kind: 'facts', facts },
          button('View order', publicUrl + pageAddress('adminOrder', { orderId })),
        ],
      }),
    });
  }
}
