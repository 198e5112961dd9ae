import { defineEntity, p } from '@mikro-orm/core';

/** The time up to which the provider's events have been read. Has a single row. */
export const PaymentEventLookSchema = defineEntity({
  name: 'PaymentEventLook',
  tableName: 'payment_event_look',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    seenUntil: p.datetime(),
  },
});

export class PaymentEventLook extends PaymentEventLookSchema.class {}
PaymentEventLookSchema.setClass(PaymentEventLook);
