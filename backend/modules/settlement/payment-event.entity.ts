import { defineEntity, p } from '@mikro-orm/core';
import { now } from '../../core/columns.ts';

/** A webhook as it came, its signature checked. The provider's id is the key: the same event is stored once. */
const PaymentEventSchema = defineEntity({
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
