import { defineEntity, p } from '@mikro-orm/core';

/** How far the provider's list of events has been read. One row. */
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
