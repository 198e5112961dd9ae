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
