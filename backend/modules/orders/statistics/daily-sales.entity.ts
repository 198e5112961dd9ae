import { defineEntity, p } from '@mikro-orm/core';
import { currencyCodes } from '#contract/values/money.ts';

/**
 * What was sold in a currency on a day that is over. Derived from the history of orders, where such a day no longer changes:
 * a later refund counts on its own day. Every day up to the last one of a time zone has a row for each currency. Rows of
 * other zones than the shop's are left from an earlier configuration.
 */
export const DailySales = defineEntity({
  name: 'DailySales',
  tableName: 'daily_sales',
  properties: {
    /** An IANA name. The days are its. */
    timeZone: p.text().primary(),
    day: p.date().primary(),
    currency: p.enum(currencyCodes).columnType('text').primary(),
    /** Orders that were paid. */
    orders: p.integer(),
    /** What they cost, in minor units. */
    charged: p.bigint('number'),
    refunds: p.integer(),
    /** What the refunds gave back, less what came back because refunds failed, in minor units. */
    refunded: p.bigint('number'),
    /** Refunds that gave back all that was left of an order, less those of them that failed. */
    refundedOrders: p.integer(),
    /** What lost disputes took, in minor units. */
    lost: p.bigint('number').default(0),
  },
});

/** The units of a product that were sold on such a day. Only for recent days. */
export const DailyProductSales = defineEntity({
  name: 'DailyProductSales',
  tableName: 'daily_product_sales',
  properties: {
    timeZone: p.text().primary(),
    day: p.date().primary(),
    productId: p.uuid().primary(),
    /** In paid orders, less those in orders that were refunded in full. */
    units: p.integer(),
    /** As in the last of these orders. */
    title: p.text(),
  },
});
