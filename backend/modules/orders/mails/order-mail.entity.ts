import { defineEntity, p } from '@mikro-orm/core';
import { type OrderMailKind, orderMailKinds } from '#contract/shop/mails.ts';
import { id, now } from '../../../core/database/columns.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { Order } from '../order.entity.ts';

/** The payload of the event that causes each kind of mail. */
export type OrderMailPayloads = {
  orderConfirmation: EventMap['order.paid'];
  shipment: EventMap['order.shipped'];
  refund: EventMap['order.refunded'];
  cancellation: EventMap['order.canceled'];
  return: EventMap['return.changed'];
};

/** A mail that an order's shopper was sent. Kept as long as the order, unlike the records of all sent mails. */
export const OrderMail = defineEntity({
  name: 'OrderMail',
  tableName: 'order_mail',
  properties: {
    id: id(),
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    /** Mail.reference. */
    reference: p.text().unique(),
    kind: p.enum(orderMailKinds).columnType('text'),
    /** Of the event that caused it, to compose it again. */
    payload: p.json<OrderMailPayloads[OrderMailKind]>(),
    sentAt: now(),
  },
});

/** An admin's request to send a mail again. */
export const OrderMailResend = defineEntity({
  name: 'OrderMailResend',
  tableName: 'order_mail_resend',
  properties: {
    id: id(),
    mail: () => p.manyToOne(OrderMail).deleteRule('cascade'),
    /** The admin's username at that time. */
    adminName: p.text(),
    /** From the caller; null without one. */
    idempotencyKey: p.text().nullable(),
    requestedAt: now(),
    /** Null until it is sent. */
    sentAt: p.datetime().nullable(),
  },
  // Also finds the resends of a mail.
  uniques: [{ name: 'order_mail_resend_idempotency_key_unique', properties: ['mail', 'idempotencyKey'] }],
});
