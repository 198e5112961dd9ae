import { orderArrival } from '#contract/orders/delivery.ts';
import type { OrderMailKind } from '#contract/shop/mails.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { addressLines } from '#contract/values/address-forms.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { pageUrl } from '../../../core/http/page-url.ts';
import { type Block, button, heading, paragraph } from '../../../core/mail/letters/letter.ts';
import type { Mailer } from '../../../core/mail/mailer.ts';
import { mailStaff } from '../../users/accounts/mail-recipients.ts';
import { type AdminOrderRow, adminOrders } from '../dashboard/orders.admin.queries.ts';
import { restockedUnits } from '../money/restocking.ts';
import { unitsLeftToShip } from '../returns/units-left.ts';
import {
  type AttachedDocument,
  deliveryFacts,
  items,
  moneyOf,
  type OrderLetter,
  type OrderOfShopper,
  orderButton,
  pricedItems,
  refundSums,
  withdrawalLink,
} from './order-email-parts.ts';
import type { OrderMailPayloads } from './order-mail.entity.ts';
import { returnLetter } from './return-letters.ts';

/** Composes each kind of mail in the current language; null if there is nothing left to tell. */
export const orderLetters: {
  [Kind in OrderMailKind]: (of: OrderOfShopper, payload: OrderMailPayloads[Kind]) => OrderLetter | null;
} = {
  orderConfirmation: ({ publicUrl, timeZone, order, username, pictures, hasFiles, documents }) => {
    // Not said once it is over. The days themselves come without `now`: the mail may be read after "today".
    const isToCome = orderArrival(order, timeZone, new Date()) !== null;
    const arrival = isToCome ? orderArrival(order, timeZone) : null;
    const number = String(order.number);
    return {
      reference: `order-paid-${order.id}`,
      subject: m.mails.orderConfirmedSubject({ number }),
      title: m.mails.orderConfirmed(),
      blocks: [
        paragraph(m.mails.thanks({ name: username, number })),
        ...(arrival === null ? [] : [paragraph(m.mails.arrival({ arrival }))]),
        pricedItems(order, pictures),
        deliveryFacts(order, timeZone),
        ...attachedNote(documents),
        ...(hasFiles ? [paragraph(m.mails.textsAttached())] : []),
        orderButton(publicUrl, order),
        ...withdrawalLink(publicUrl, order),
      ],
    };
  },

  shipment: ({ publicUrl, order, username, pictures }, { shipmentId }) => {
    const shipment = order.shipments.find(({ id }) => id === shipmentId);
    if (shipment === undefined) return null;
    const { carrier, trackingNumber, trackingUrl, lines } = shipment;
    const left = unitsLeftToShip(order);
    // A notice may be sent after the next shipment, and after others for what came back.
    const last = order.shipments.findLast(({ returnId }) => returnId === null);
    const isPart = left.length > 0 || shipment !== last;
    const facts = [
      { name: m.mails.carrier(), lines: [carrier] },
      ...(trackingNumber === '' ? [] : [{ name: m.mails.trackingNumber(), lines: [trackingNumber] }]),
      ...(order.delivery ? [{ name: m.mails.deliveryAddress(), lines: addressLines(order.delivery) }] : []),
    ];
    const number = String(order.number);
    const toCome: Block[] = [heading(m.mails.stillToCome()), { kind: 'items', items: items(order, left, pictures) }];
    return {
      reference: `order-shipped-${shipmentId}`,
      subject: m.mails.shippedSubject({ number }),
      title: isPart ? m.mails.partShippedTitle() : m.mails.shippedTitle(),
      blocks: [
        paragraph(m.mails.hi({ name: username })),
        paragraph(isPart ? m.mails.partShipped({ number, carrier }) : m.mails.shipped({ number, carrier })),
        ...(trackingUrl === '' ? [] : [button(m.mails.trackParcel(), trackingUrl)]),
        { kind: 'facts', facts },
        heading(m.mails.inParcel()),
        { kind: 'items', items: items(order, lines, pictures) },
        ...(left.length === 0 ? [] : toCome),
        { ...orderButton(publicUrl, order), isSecondary: trackingUrl !== '' },
        ...withdrawalLink(publicUrl, order),
      ],
    };
  },

  refund: (
    { publicUrl, order, username, pictures, documents },
    { amount = order.amount, total, refundIds = [], failed },
  ) => {
    // Without their reasons, which are notes of the admins for the shop.
    const number = String(order.number);
    const units = order.refunds.filter(({ id }) => refundIds.includes(id)).flatMap(({ lines }) => lines);
    return {
      reference: ['order-refunded', order.id, total, failed].filter((part) => part !== undefined).join('-'),
      subject: m.mails.refundSubject({ number }),
      title: m.mails.refundTitle(),
      blocks: [
        paragraph(m.mails.hi({ name: username })),
        paragraph(m.mails.refunded({ amount: moneyOf(order)(amount), number })),
        { kind: 'items', items: items(order, units, pictures), sums: refundSums(order, amount, total ?? amount) },
        ...attachedNote(documents),
        orderButton(publicUrl, order),
        ...withdrawalLink(publicUrl, order),
      ],
    };
  },

  return: returnLetter,

  cancellation: ({ publicUrl, order, username, pictures, documents }, { amount, isOutdated = false }) => {
    const number = String(order.number);
    const isRefunded = amount > 0;
    const sentences = [
      m.mails.canceled({ number }),
      ...(isOutdated ? [m.mails.offerEnded()] : []),
      isRefunded ? m.mails.canceledRefund({ amount: moneyOf(order)(amount) }) : m.mails.notCharged(),
    ];
    return {
      reference: `order-canceled-${order.id}`,
      subject: m.mails.canceledSubject({ number }),
      title: m.mails.canceledTitle(),
      blocks: [
        paragraph(m.mails.hi({ name: username })),
        paragraph(sentences.join(' ')),
        {
          kind: 'items',
          items: items(order, order.lines, pictures),
          ...(isRefunded && { sums: refundSums(order, amount, order.refunded) }),
        },
        ...attachedNote(documents),
        orderButton(publicUrl, order),
      ],
    };
  },
};

/** Says what is attached. */
function attachedNote(documents: readonly AttachedDocument[]): Block[] {
  const [first] = documents;
  if (first === undefined) return [];
  return [paragraph(first.kind === 'invoice' ? m.mails.invoiceAttached() : m.mails.creditNoteAttached())];
}

/** Emails everyone who may refund orders that the payment of one is disputed. */
export async function sendDisputeNotice(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { orderId }: EventMap['order.disputed'],
): Promise<void> {
  const order = await adminOrders(em).where('shopOrder.id', '=', orderId).executeTakeFirst();
  if (order === undefined) return;
  const number = String(order.number);
  await mailStaff({ em, mailer }, 'dispute', 'orders.refund', () => ({
    reference: `order-disputed-${orderId}`,
    subject: m.mails.disputedSubject({ number }),
    title: m.mails.disputedTitle(),
    blocks: [
      paragraph(m.mails.disputed({ amount: moneyOf(order)(order.amount), number })),
      paymentFacts(order),
      adminOrderButton(publicUrl, order),
    ],
  }));
}

/** Emails everyone who may refund orders that refunds failed, and which units they had returned to stock. */
export async function sendRefundFailure(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { orderId, amount, total, refundIds }: EventMap['order.refundFailed'],
): Promise<void> {
  const order = await adminOrders(em).where('shopOrder.id', '=', orderId).executeTakeFirst();
  if (order === undefined) return;
  const restocked = await restockedUnits(em, refundIds);
  const number = String(order.number);
  await mailStaff({ em, mailer }, 'refundFailure', 'orders.refund', () => ({
    reference: `order-refund-failed-${orderId}-${total}`,
    subject: m.mails.refundFailedSubject({ number }),
    title: m.mails.refundFailedTitle(),
    blocks: [
      paragraph(m.mails.refundFailed({ amount: moneyOf(order)(amount), number })),
      ...(restocked.length === 0
        ? []
        : [
            heading(m.mails.stillRestocked()),
            { kind: 'items' as const, items: items(order, restocked, new Map()) },
            paragraph(m.mails.stillRestockedNote()),
          ]),
      paymentFacts(order),
      adminOrderButton(publicUrl, order),
    ],
  }));
}

function paymentFacts({ buyerName, email, paymentIntentId }: AdminOrderRow): Block {
  return {
    kind: 'facts',
    facts: [
      { name: m.mails.customer(), lines: [buyerName, ...(email === null ? [] : [email])] },
      { name: m.mails.paymentId(), lines: [paymentIntentId ?? ''] },
    ],
  };
}

function adminOrderButton(publicUrl: string, { id }: AdminOrderRow): Block {
  return button(m.mails.viewOrder(), pageUrl(publicUrl, pageAddress('adminOrder', { orderId: id })));
}
