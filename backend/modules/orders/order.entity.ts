import { defineEntity, p } from '@mikro-orm/core';
import { currencyCodes } from '#contract/money.ts';
import { orderStates } from '#contract/orders.ts';
import { id, now } from '../../core/columns.ts';
import { User } from '../users/user.entity.ts';

export const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'shop_order',
  properties: {
    id: id(),
    /** Counts up from 1001 (see the first migration). */
    number: p.integer().autoincrement().unique(),
    /** Null once the person is gone: the order stays. */
    user: () => p.manyToOne(User).deleteRule('set null').nullable().index(),
    state: p.enum(orderStates).columnType('text').default('pending'),
    currency: p.enum(currencyCodes).columnType('text'),
    /** What is charged, in minor units of the currency. */
    amount: p.bigint('number'),
    /** Says which cart this order pays: the same cart again finds its open order by it. */
    cartFingerprint: p.text(),
    /** The provider's id of the payment; null until it exists. */
    paymentIntentId: p.text().nullable().unique(),
    lines: () => p.oneToMany(OrderLine).mappedBy('order').orderBy({ id: 'asc' }),
    createdAt: now(),
    /** When the state last changed, or the provider was last asked without a change. */
    checkedAt: now(),
    /** When an admin first asked for its refund; null if nobody has. */
    refundRequestedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'shop_order_created_at_index',
      expression: 'create index "shop_order_created_at_index" on "shop_order" (created_at, id)',
    },
    // What the reconciliation looks for: a few among many.
    {
      name: 'shop_order_open_index',
      expression: `create index "shop_order_open_index" on "shop_order" ("checked_at") where state in ('pending', 'failed')`,
    },
    {
      name: 'shop_order_refund_requested_index',
      expression: `create index "shop_order_refund_requested_index" on "shop_order" ("refund_requested_at") where state = 'paid' and refund_requested_at is not null`,
    },
  ],
});

export class Order extends OrderSchema.class {}
OrderSchema.setClass(Order);

/** A product as it was ordered. It outlives the product itself. */
export const OrderLineSchema = defineEntity({
  name: 'OrderLine',
  tableName: 'order_line',
  properties: {
    id: id(),
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    productId: p.uuid(),
    title: p.text(),
    /** What tells it apart from others of the same title; '' if nothing does. */
    detail: p.text().default(''),
    /** EUR cents. */
    unitPriceCents: p.integer(),
    count: p.smallint(),
  },
  indexes: [
    {
      name: 'order_line_title_search_index',
      expression: 'create index "order_line_title_search_index" on "order_line" using gin (title gin_trgm_ops)',
    },
  ],
});

export class OrderLine extends OrderLineSchema.class {}
OrderLineSchema.setClass(OrderLine);
