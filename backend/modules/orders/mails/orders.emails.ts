import { addressLines } from '#contract/addresses.ts';
import type { OrderMailKind } from '#contract/mails.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { type Block, button, heading, type Letter, paragraph } from '../../../core/mail/letters/letter.ts';
import type { Mail, Mailer } from '../../../core/mail/mailer.ts';
import { listStaff } from '../../users/accounts/users.queries.ts';
import { Shipment } from '../fulfilment/shipment.entity.ts';
import { unitsLeft } from '../fulfilment/shipments.service.ts';
import { Refund } from '../money/refund.entity.ts';
import { Order } from '../order.entity.ts';
import {
  adminOrderButton,
  deliveryFacts,
  items,
  moneyOf,
  orderButton,
  pricedItems,
  refundSums,
} from './order-letters.ts';
import type { OrderMailPayloads } from './order-mail.entity.ts';

/** A mail to the shopper of an order, before its layout. */
export type OrderLetter = Letter & Pick<Mail, 'reference' | 'subject'>;

type OrderOfShopper = { em: EntityManager; publicUrl: string; timeZone: string; order: Order; username: string };

/** Composes each kind of mail; null if there is nothing left to tell. */
export const orderLetters: {
  [Kind in OrderMailKind]: (of: OrderOfShopper, payload: OrderMailPayloads[Kind]) => Promise<OrderLetter | null>;
} = {
  orderConfirmation: async ({ publicUrl, timeZone, order, username }) => ({
    reference: `order-paid-${order.id}`,
    subject: `Order ${order.number} is confirmed`,
    title: 'Order confirmed',
    blocks: [
      paragraph(`Thanks for your order, ${username}. Order ${order.number} is confirmed.`),
      pricedItems(order),
      deliveryFacts(order, timeZone),
      orderButton(publicUrl, order),
    ],
  }),

  shipment: async ({ em, publicUrl, order, username }, { shipmentId }) => {
    const shipment = await em.findOne(Shipment, { id: shipmentId, order });
    if (shipment === null) return null;
    const { carrier, trackingUrl, lines } = shipment;
    const left = unitsLeft(order.lines.getItems());
    // A notice may be sent after the next shipment.
    const isPart = left.length > 0 || (await em.count(Shipment, { order, id: { $gt: shipmentId } })) > 0;
    return {
      reference: `order-shipped-${shipmentId}`,
      subject: `Order ${order.number} is on its way`,
      title: isPart ? 'Part of your order is on its way' : 'Your order is on its way',
      blocks: [
        paragraph(`Hi ${username},`),
        paragraph(`We've handed ${isPart ? 'part of your order' : 'your order'} ${order.number} to ${carrier}.`),
        ...(trackingUrl === '' ? [] : [button('Track your parcel', trackingUrl)]),
        { kind: 'facts', facts: factsOf(order, shipment) },
        heading('In this parcel'),
        { kind: 'items', items: items(order, lines) },
        ...stillToCome(order, left),
        { ...orderButton(publicUrl, order), isSecondary: trackingUrl !== '' },
      ],
    };
  },

  refund: async ({ em, publicUrl, order, username }, { amount = order.amount, total, refundIds = [] }) => {
    // Without their reasons, which are notes of the admins for the shop.
    const refunds = await em.find(Refund, { order, id: { $in: refundIds } }, { orderBy: { id: 'asc' } });
    const units = refunds.flatMap(({ lines }) => lines);
    return {
      reference: ['order-refunded', order.id, ...(total === undefined ? [] : [total])].join('-'),
      subject: `Your refund for order ${order.number}`,
      title: 'Your refund is on its way',
      blocks: [
        paragraph(`Hi ${username},`),
        paragraph(`We've refunded ${moneyOf(order)(amount)} for order ${order.number}. ${ARRIVAL}`),
        { kind: 'items', items: items(order, units), sums: refundSums(order, amount, total ?? amount) },
        orderButton(publicUrl, order),
      ],
    };
  },

  cancellation: async ({ publicUrl, order, username }, { amount, isOutdated = false }) => {
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
          items: items(order, order.lines.getItems()),
          ...(isRefunded && { sums: refundSums(order, amount, order.refunded) }),
        },
        orderButton(publicUrl, order),
      ],
    };
  },
};

function factsOf({ delivery }: Order, { carrier, trackingNumber }: Shipment) {
  return [
    { name: 'Carrier', lines: [carrier] },
    ...(trackingNumber === '' ? [] : [{ name: 'Tracking number', lines: [trackingNumber] }]),
    ...(delivery ? [{ name: 'Delivery address', lines: addressLines(delivery) }] : []),
  ];
}

function stillToCome(order: Order, left: ReturnType<typeof unitsLeft>): Block[] {
  return left.length === 0 ? [] : [heading('Still to come'), { kind: 'items', items: items(order, left) }];
}

const OUTDATED = 'When you paid, the price of an item had changed or it was no longer sold.';
const ARRIVAL = 'It can take your bank 5 to 10 business days to show it on your statement.';

/** Emails everyone who may refund orders that the payment of one is disputed. */
export async function sendDisputeNotice(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { orderId }: EventMap['order.disputed'],
): Promise<void> {
  const order = await em.findOne(Order, orderId, { populate: ['user'] });
  if (order === null) return;
  const { number, amount, buyerName, paymentIntentId } = order;
  const facts = [
    { name: 'Customer', lines: [buyerName, ...(order.user ? [order.user.email] : [])] },
    { name: 'Payment ID', lines: [paymentIntentId ?? ''] },
  ];
  for (const { id, username, email } of await listStaff(em, 'orders.refund', 'dispute')) {
    await mailer.send({
      to: email,
      reference: `order-disputed-${orderId}-${id}`,
      subject: `The payment of order ${number} is disputed`,
      ...mailer.write({
        title: 'A payment is disputed',
        blocks: [
          paragraph(`Hi ${username},`),
          paragraph(
            `The shopper of order ${number} disputes its payment of ${moneyOf(order)(amount)} with their bank. ` +
              'Answer the dispute in the dashboard of the payment provider.',
          ),
          { kind: 'facts', facts },
          adminOrderButton(publicUrl, order),
        ],
      }),
    });
  }
}
