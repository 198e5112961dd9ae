import { defineEntity, p } from '@mikro-orm/core';
import { currencyCodes } from '#contract/values/money.ts';

/** Sales of UTC days, for the previous release alone. The next release drops both tables; see daily-sales.entity.ts. */
export const SalesDay = defineEntity({
  name: 'SalesDay',
  tableName: 'sales_day',
  properties: {
    day: p.date().primary(),
    currency: p.enum(currencyCodes).columnType('text').primary(),
    /** Orders that were paid. */
    orders: p.integer(),
    /** What they cost, in minor units. */
    charged: p.bigint('number'),
    refunds: p.integer(),
    /** What the refunds gave back, in minor units. */
    refunded: p.bigint('number'),
    /** Refunds that gave back all that was left of an order. */
    refundedOrders: p.integer(),
  },
});

export const ProductSalesDay = defineEntity({
  name: 'ProductSalesDay',
  tableName: 'product_sales_day',
  properties: {
    day: p.date().primary(),
    productId: p.uuid().primary(),
    /** In paid orders, less those in orders that were refunded in full. */
    units: p.integer(),
    /** As in the last of these orders. */
    title: p.text(),
  },
});
