import { defineEntity, p } from '@mikro-orm/core';

/** The time up to which the provider's events have been read. Has a single row. */
export const PaymentEventPosition = defineEntity({
  name: 'PaymentEventPosition',
  tableName: 'payment_event_position',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    seenUntil: p.datetime(),
  },
});
