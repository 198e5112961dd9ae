import { defineEntity, p } from '@mikro-orm/core';
import { now } from '../../../core/database/columns.ts';

/** An event from the provider. The provider's id is the key, so each event is stored once. */
export const PaymentEvent = defineEntity({
  name: 'PaymentEvent',
  tableName: 'payment_event',
  properties: {
    id: p.text().primary(),
    type: p.text(),
    /** Null for events that are not about a payment. */
    paymentIntentId: p.text().nullable(),
    receivedAt: now().index(),
  },
});

/** The time up to which the provider's events have been read. Has a single row. */
export const PaymentEventPosition = defineEntity({
  name: 'PaymentEventPosition',
  tableName: 'payment_event_position',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    seenUntil: p.datetime(),
  },
});
