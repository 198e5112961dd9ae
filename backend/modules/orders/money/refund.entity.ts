import { defineEntity, p } from '@mikro-orm/core';
import { orderParties, refundStates } from '#contract/orders.ts';
import { id, now } from '../../../core/database/columns.ts';
import { Order } from '../order.entity.ts';

export type ReturnedUnits = { productId: string; count: number };

/** A refund that a person requested. Its id is the idempotency key at the provider. */
export const RefundSchema = defineEntity({
  name: 'Refund',
  tableName: 'refund',
  properties: {
    id: id(),
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    /** Minor units of the order's currency. */
    amount: p.bigint('number'),
    /** What is returned; empty if the refund is not for certain units. */
    lines: p.json<ReturnedUnits[]>(),
    reason: p.text(),
    /** The units that return to stock, as far as they came out of it. */
    restocked: p.json<ReturnedUnits[]>(),
    /** Whether it cancels the order. */
    cancels: p.boolean().default(false),
    state: p.enum(refundStates).columnType('text').default('requested'),
    by: p.enum(orderParties).columnType('text'),
    /** The admin's username at that time; null if no admin requested it. */
    adminName: p.text().nullable(),
    /** From the caller, with a hash of the request; null without one. */
    idempotencyKey: p.text().nullable(),
    requestHash: p.text(),
    createdAt: now(),
  },
  uniques: [{ name: 'refund_idempotency_key_unique', properties: ['order', 'idempotencyKey'] }],
  indexes: [
    {
      name: 'refund_requested_index',
      expression: `create index "refund_requested_index" on "refund" ("order_id") where state = 'requested'`,
    },
  ],
});

export class Refund extends RefundSchema.class {}
RefundSchema.setClass(Refund);
