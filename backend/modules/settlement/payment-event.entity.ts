import { defineEntity, p } from '@mikro-orm/core';
import { now } from '../../core/columns.ts';

/** An event of the provider. Its id there is the key, so it is stored once. */
export const PaymentEventSchema = defineEntity({
  name: 'PaymentEvent',
  tableName: 'payment_event',
  properties: {
    id: p.text().primary(),
    type: p.text(),
    /** The payment it is about; null for events about something else. */
    paymentIntentId: p.text().nullable(),
    receivedAt: now(),
  },
});

export class PaymentEvent extends PaymentEventSchema.class {}
PaymentEventSchema.setClass(PaymentEvent);
