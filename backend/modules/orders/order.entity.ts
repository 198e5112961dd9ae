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
    /** Starts at 1001 (set in the first migration). */
    number: p.integer().autoincrement().unique(),
    /** Null once the shopper is deleted; the order remains. */
    user: () => p.manyToOne(User).deleteRule('set null').nullable().index(),
    state: p.enum(orderStates).columnType('text').default('pending'),
    currency: p.enum(currencyCodes).columnType('text'),
    /** The total in minor units of the currency. */
    amount: p.bigint('number'),
    /** A hash of the cart, to find its open order. */
    cartFingerprint: p.text(),
    /** The provider's id of the payment; null until there is one. */
    paymentIntentId: p.text().nullable().unique(),
    lines: () => p.oneToMany(OrderLine).mappedBy('order').orderBy({ id: 'asc' }),
    createdAt: now(),
    /** When the payment was last checked at the provider. */
    checkedAt: now(),
    /** When an admin requested a refund; null if none was requested. */
    refundRequestedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'shop_order_created_at_index',
      expression: 'create index "shop_order_created_at_index" on "shop_order" (created_at, id)',
    },
    // For the reconciliation, which reads few of many orders.
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

/** A snapshot of an ordered product, which outlives the product. */
export const OrderLineSchema = defineEntity({
  name: 'OrderLine',
  tableName: 'order_line',
  properties: {
    id: id(),
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    productId: p.uuid(),
    title: p.text(),
    /** Distinguishes it from products with the same title; '' if the description is empty. */
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
