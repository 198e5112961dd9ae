import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { type ReceivedLineView, returnReasons, returnStates, returnWishes } from '#contract/orders/returns.ts';
import { id, index, now } from '../../../core/database/columns.ts';
import type { Units } from '../../catalogue/products/stock.ts';
import { Order } from '../order.entity.ts';

/** In SQL: whether the goods of a withdrawal are here, and its money is not back. */
const owed = `state = 'received' and refund_due is not null`;

/** In SQL: the same after the last day for it. */
export const overdue = `${owed} and refund_due < now()`;

/** Units of an order that a shopper sends back. Its history is in that of the order. */
export const OrderReturn = defineEntity({
  name: 'OrderReturn',
  tableName: 'order_return',
  properties: {
    id: id(),
    order: () => p.manyToOne(Order).deleteRule('cascade'),
    /** Among the returns of its order; counts from 1. */
    place: p.smallint(),
    state: p.enum(returnStates).columnType('text'),
    reason: p.enum(returnReasons).columnType('text'),
    wants: p.enum(returnWishes).columnType('text'),
    /** From the shopper; '' without one. */
    note: p.text(),
    lines: p.json<Units[]>(),
    /** What came back; empty until then. */
    received: p.json<ReceivedLineView[]>().defaultRaw(`'[]'`),
    /** From the shop, how to send the goods; '' without any. */
    instructions: p.text().default(''),
    /** Why it was rejected; '' otherwise. */
    rejection: p.text().default(''),
    /** How the replacement or the repaired goods are sent; '' until then. */
    carrier: p.text().default(''),
    trackingNumber: p.text().default(''),
    /** The statement that it comes from; null for other reasons. */
    withdrawalId: p.uuid().nullable(),
    /** Whether that came after the last day to withdraw. */
    isLate: p.boolean().default(false),
    /** Until when a withdrawal's money must be back; null for other reasons. */
    refundDue: p.datetime().nullable(),
    /** When staff were told that it is overdue; null until then. */
    overdueNoticedAt: p.datetime().nullable(),
    createdAt: now(),
  },
  // Also finds the returns of an order.
  uniques: [{ name: 'order_return_place_unique', properties: ['order', 'place'] }],
  indexes: [
    // For the dashboard's table.
    index('order_return_created_at_index', '"order_return" (created_at, id)'),
    index('order_return_state_index', '"order_return" (state, created_at, id)'),
    index('order_return_due_index', '"order_return" (refund_due, id)'),
    // For the work that waits.
    index('order_return_overdue_index', `"order_return" (refund_due) where ${owed}`),
  ],
});
export type OrderReturn = InferEntity<typeof OrderReturn>;
