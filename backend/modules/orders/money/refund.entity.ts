import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { orderParties, refundStates } from '#contract/orders/orders.ts';
import { id, index, now } from '../../../core/database/columns.ts';
import type { Units } from '../../catalogue/products/stock.ts';
import { Order } from '../order.entity.ts';

/** Units of a product; `returned` of them were shipped before. Refunds made before it was asked for don't say it. */
export type RefundedUnits = { productId: string; count: number; returned?: number };

/** A refund that a person requested. Its id is the idempotency key at the provider. */
export const Refund = defineEntity({
  name: 'Refund',
  tableName: 'refund',
  properties: {
    id: id(),
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    /** Minor units of the order's currency. */
    amount: p.bigint('number'),
    /** The units that it is for; empty if it is only for an amount. */
    lines: p.json<RefundedUnits[]>(),
    reason: p.text(),
    /** The units that return to stock, as far as they came out of it. */
    restocked: p.json<Units[]>(),
    /** Whether it cancels the order. */
    cancels: p.boolean().default(false),
    /** Whether it was recorded in place of `order.paid`, which is emitted if it is rejected. */
    replacesPaid: p.boolean().default(false),
    /** The return whose units it gives back; null for others. */
    returnId: p.uuid().nullable(),
    /** The statement that withdrew its units; null for others. */
    withdrawalId: p.uuid().nullable(),
    /** Whether it gives the delivery back, as that of the last units that are withdrawn. */
    givesDelivery: p.boolean().default(false),
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
    index('refund_requested_index', `"refund" ("order_id") where state = 'requested'`),
    // For the look at those that may still fail.
    index('refund_done_index', `"refund" ("created_at", "id") include ("order_id") where state = 'done'`),
  ],
});
export type Refund = InferEntity<typeof Refund>;
