import { addressLines } from '#contract/addresses.ts';
import type { EntityManager } from '../../core/db.ts';
import type { EventMap } from '../../core/events.ts';
import { type Block, button, heading, paragraph } from '../../core/letters/letter.ts';
import type { Mailer } from '../../core/mailer.ts';
import { listAdmins } from '../users/users.queries.ts';
import { Order } from './order.entity.ts';
import {
  adminOrderButton,
  deliveryFacts,
  items,
  moneyOf,
  orderButton,
  pricedItems,
  refundSums,
} from './order-letters.ts';
import { Refund } from './refund.entity.ts';
import { Shipment } from './shipment.entity.ts';
import { unitsLeft } from './shipments.service.ts';

/** Emails the confirmation of a paid order, unless the shopper was deleted. */
export async function sendOrderConfirmation(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  orderId: string,
): Promise<void> {
  const order = await em.findOne(Order, orderId, { populate: ['lines', 'user'] });
  if (!order?.user) return;
  const { number, user } = order;
  await mailer.send({
    to: user.email,
    reference: `order-paid-${order.id}`,
    subject: `Order ${number} is confirmed`,
    ...(await mailer.write({
      title: 'Order confirmed',
      blocks: [
        paragraph(`Thanks for your order, ${user.username}. Order ${number} is confirmed.`),
        pricedItems(order),
        deliveryFacts(order),
        orderButton(publicUrl, order),
      ],
    })),
  });
}

/** Emails the shopper about a refund, unless they were deleted. */
export async function sendRefundNotice(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { orderId, amount, total, refundIds = [] }: EventMap['order.refunded'],
): Promise<void> {
  const order = await em.findOne(Order, orderId, { populate: ['lines', 'user'] });
  if (!order?.user) return;
  const refunded = amount ?? order.amount;
  // Without their reasons, which are notes of the admins for the shop.
  const refunds = await em.find(Refund, { order, id: { $in: refundIds } }, { orderBy: { id: 'asc' } });
  await mailer.send({
    to: order.user.email,
    reference: ['order-refunded', order.id, ...(total === undefined ? [] : [total])].join('-'),
    subject: `Your refund for order ${order.number}`,
    ...(await mailer.write({
      title: 'Your refund is on its way',
      blocks: [
        paragraph(`Hi ${order.user.username},`),
        paragraph(`We've refunded ${moneyOf(order)(refunded)} for order ${order.number}. ${ARRIVAL}`),
        {
          kind: 'items',
          items: items(
            order,
            refunds.flatMap(({ lines }) => lines),
          ),
          sums: refundSums(order, refunded, total ?? refunded),
        },
        orderButton(publicUrl, order),
      ],
    })),
  });
}

/** Emails every admin that the payment of an order is disputed. */
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
  for (const { id, username, email } of await listAdmins(em)) {
    await mailer.send({
      to: email,
      reference: `order-disputed-${orderId}-${id}`,
      subject: `The payment of order ${number} is disputed`,
      ...(await mailer.write({
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
      })),
    });
  }
}

/** Emails the shopper that an order is canceled, with what they got back, unless they were deleted. */
export async function sendCancellation(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { orderId, amount }: EventMap['order.canceled'],
): Promise<void> {
  const order = await em.findOne(Order, orderId, { populate: ['lines', 'user'] });
  if (!order?.user) return;
  const isRefunded = amount > 0;
  const result = isRefunded ? `We've refunded ${moneyOf(order)(amount)}. ${ARRIVAL}` : "You haven't been charged.";
  await mailer.send({
    to: order.user.email,
    reference: `order-canceled-${order.id}`,
    subject: `Order ${order.number} is canceled`,
    ...(await mailer.write({
      title: 'Your order is canceled',
      blocks: [
        paragraph(`Hi ${order.user.username},`),
        paragraph(`Order ${order.number} is canceled. ${result}`),
        {
          kind: 'items',
          items: items(order, order.lines.getItems()),
          ...(isRefunded && { sums: refundSums(order, amount, order.refunded) }),
        },
        orderButton(publicUrl, order),
      ],
    })),
  });
}

/** Emails the shopper what was shipped and what is still to come, unless they were deleted. */
export async function sendShipmentNotice(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { orderId, shipmentId }: EventMap['order.shipped'],
): Promise<void> {
  const order = await em.findOne(Order, orderId, { populate: ['lines', 'user'] });
  const shipment = await em.findOne(Shipment, { id: shipmentId, order: orderId });
  if (!order?.user || shipment === null) return;
  const { carrier, trackingUrl, lines } = shipment;
  const left = unitsLeft(order.lines.getItems());
  const what = left.length > 0 ? 'part of your order' : 'your order';
  await mailer.send({
    to: order.user.email,
    reference: `order-shipped-${shipment.id}`,
    subject: `Order ${order.number} is on its way`,
    ...(await mailer.write({
      title: left.length > 0 ? 'Part of your order is on its way' : 'Your order is on its way',
      blocks: [
        paragraph(`Hi ${order.user.username},`),
        paragraph(`We've handed ${what} ${order.number} to ${carrier}.`),
        ...(trackingUrl === '' ? [] : [button('Track your parcel', trackingUrl)]),
        { kind: 'facts', facts: factsOf(order, shipment) },
        heading('In this parcel'),
        { kind: 'items', items: items(order, lines) },
        ...stillToCome(order, left),
        { ...orderButton(publicUrl, order), isSecondary: trackingUrl !== '' },
      ],
    })),
  });
}

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

const ARRIVAL = 'It can take your bank 5 to 10 business days to show it on your statement.';
