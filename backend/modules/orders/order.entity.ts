import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { PICKUP } from '#contract/orders/delivery.ts';
import {
  type DeliveryView,
  type DisputeState,
  fulfilments,
  type OrderStep,
  orderParties,
  orderStates,
  orderSteps,
} from '#contract/orders/orders.ts';
import type { TaxShare } from '#contract/orders/pricing.ts';
import type { BillingView, VatCheckRecord } from '#contract/orders/vat.ts';
import type { OrderTextView } from '#contract/shop/legal-pages.ts';
import { currencyCodes } from '#contract/values/money.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { id, index, now } from '../../core/database/columns.ts';
import { searchedBy } from '../../core/database/names.ts';
import { User } from '../users/accounts/user.entity.ts';

/** Who gets an order, and where, in SQL: what the dashboard's search finds it by. */
export const recipient = `buyer_name || ' ' || coalesce(delivery ->> 'name', '') || ' ' || coalesce(delivery ->> 'city', '')`;

/** A dispute of an order's payment. */
export type OrderDispute = {
  /** The provider's; null if it wasn't recorded. */
  id: string | null;
  state: DisputeState;
  /** What it took from the shop, in minor units; 0 unless it is lost. */
  lost: number;
};

export const Order = defineEntity({
  name: 'Order',
  tableName: 'shop_order',
  properties: {
    id: id(),
    /** Starts at 1001 (set in the first migration). */
    number: p.integer().autoincrement().unique(),
    /** Null once the shopper is deleted; the order remains. */
    user: () => p.manyToOne(User).deleteRule('set null').nullable().index(),
    /** The shopper's name at that time, which invoices keep. */
    buyerName: p.text(),
    /** The shopper's at that time; '' for orders from before it was recorded. */
    email: p.text().default(''),
    /** Null if it is the delivery's, or none. */
    billing: p.json<BillingView>().nullable(),
    /** What the EU's service said about the buyer's VAT id when the order was placed; null without one. */
    vatCheck: p.json<VatCheckRecord>().nullable(),
    state: p.enum(orderStates).columnType('text').default('pending'),
    currency: p.enum(currencyCodes).columnType('text'),
    /** What the shopper pays, in minor units of the currency like all amounts: `subtotal - discount + shipping`. */
    amount: p.bigint('number'),
    /** The goods before discount. */
    subtotal: p.bigint('number'),
    discount: p.bigint('number').default(0),
    shipping: p.bigint('number').default(0),
    /** The cheapest delivery that was offered, pickup not counted; null if there was none, or before it was recorded. */
    cheapestShipping: p.bigint('number').nullable(),
    /** The part of the amount that is VAT. */
    tax: p.bigint('number').default(0),
    /** Hundredths of a percent; the highest if there are several. */
    taxRateHundredths: p.integer().default(0),
    /** The amount by rate, ascending; null for orders from before it was recorded, which have one rate. */
    taxes: p.json<TaxShare[]>().nullable(),
    /** Whether the buyer owes the VAT, so that all amounts are net. */
    reverseCharge: p.boolean().default(false),
    /** The sum of all refunds, without those that have failed since. */
    refunded: p.bigint('number').default(0),
    /** The sum of the refunds that have failed. */
    refundsFailed: p.bigint('number').default(0),
    /** What lost disputes took. */
    lost: p.bigint('number').default(0),
    /** The code and the name of the shipping method at that time. */
    shippingMethod: p.text().default(PICKUP),
    shippingName: p.text().default('Collect in store'),
    /** How many days the method takes; null for orders from before they were recorded. */
    minDays: p.smallint().nullable(),
    maxDays: p.smallint().nullable(),
    /** Null for pickup. */
    delivery: p.json<DeliveryView>().nullable(),
    /** '' without one. */
    discountCode: p.text().default(''),
    /** The discount of which the order holds a use; null without one, and once the use is given back. */
    discountId: p.uuid().nullable(),
    /** From the shopper; '' without one. */
    note: p.text().default(''),
    fulfilment: p.enum(fulfilments).columnType('text').default('open'),
    /** A hash of what makes two requests one order. */
    cartFingerprint: p.text(),
    /** That in which the shopper began to pay. */
    language: p.text().$type<LanguageCode>().default('en'),
    /** The terms and the like that were in force; empty for orders from before they were published. */
    texts: p.json<OrderTextView[]>().defaultRaw(`'[]'`),
    /** The provider's id of the payment; null until there is one. */
    paymentIntentId: p.text().nullable().unique(),
    lines: () => p.oneToMany(OrderLine).mappedBy('order').orderBy({ id: 'asc' }),
    createdAt: now(),
    /** When the shopper first disputed the payment with their bank; null if they have not. */
    disputedAt: p.datetime().nullable(),
    /** Empty for a dispute from before they were recorded. */
    disputes: p.json<OrderDispute[]>().defaultRaw(`'[]'`),
    /**
     * When the shopper last began to pay; of a paid order, when they paid, in whole seconds. An unpaid order expires some
     * time after.
     */
    attemptedAt: now(),
    /** Who wants the unpaid order canceled, which the provider has not confirmed yet; null if nobody does. */
    cancelRequestedBy: p.enum(orderParties).columnType('text').nullable(),
    /** Since when an item can no longer be bought at the order's price; null while all can. */
    offerEndedAt: p.datetime().nullable(),
    /** When the payment was last checked at the provider. */
    checkedAt: now(),
  },
  indexes: [
    index('shop_order_created_at_index', '"shop_order" (created_at, id)'),
    // For the dashboard's table: its filters and its search.
    index('shop_order_fulfilment_index', '"shop_order" (fulfilment, created_at, id)'),
    index(
      'shop_order_country_index',
      `"shop_order" ((delivery ->> 'country'), created_at, id) where delivery is not null`,
    ),
    index('shop_order_pickup_index', '"shop_order" (created_at, id) where delivery is null'),
    // For the work that waits.
    index('shop_order_to_do_index', `"shop_order" (created_at, id) where state = 'paid' and fulfilment = 'open'`),
    index('shop_order_state_index', '"shop_order" (state, created_at, id)'),
    index('shop_order_refunded_index', '"shop_order" (created_at, id) where refunded > 0 and refunded < amount'),
    // Has what a search sorts by, so that it reads no orders besides those of the page.
    index('shop_order_search_index', '"shop_order" (id) include (created_at)'),
    index('shop_order_payment_search_index', '"shop_order" using gin (payment_intent_id gin_trgm_ops)'),
    index('shop_order_recipient_search_index', `"shop_order" using ${searchedBy(recipient)}`),
    index(
      'shop_order_phone_search_index',
      `"shop_order" using gin (regexp_replace(delivery ->> 'phoneNumber', '[^0-9]', '', 'g') gin_trgm_ops) where delivery is not null`,
    ),
    // For the reconciliation, which reads few of many orders.
    index('shop_order_open_index', `"shop_order" ("checked_at") where state in ('pending', 'failed')`),
    // For the retention of carts.
    index('shop_order_canceled_index', `"shop_order" ("checked_at") where state = 'canceled'`),
    // For the expiry.
    index(
      'shop_order_attempted_index',
      `"shop_order" ("attempted_at") where state in ('pending', 'failed') and cancel_requested_by is null`,
    ),
  ],
  checks: [{ name: 'shop_order_amount_check', expression: 'amount = subtotal - discount + shipping' }],
});
export type Order = InferEntity<typeof Order>;

/** A snapshot of an ordered product, which outlives the product. */
export const OrderLine = defineEntity({
  name: 'OrderLine',
  tableName: 'order_line',
  properties: {
    id: id(),
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    productId: p.uuid(),
    title: p.text(),
    /** In the default language, if that is another one. */
    defaultTitle: p.text().nullable(),
    /** Distinguishes it from products with the same title; '' if the description is empty. */
    detail: p.text().default(''),
    /** EUR cents. */
    unitPriceCents: p.integer(),
    /** Hundredths of a percent; null for orders from before it was recorded. */
    taxRateHundredths: p.integer().nullable(),
    /** What it costs before discount, in minor units of the currency; null for orders from before it was recorded. */
    amount: p.bigint('number').nullable(),
    count: p.smallint(),
    /** Units that the order took out of stock and has not given back. */
    taken: p.smallint().default(0),
    isDiscounted: p.boolean().default(false),
    /** Units in shipments. */
    shipped: p.smallint().default(0),
    /** Units whose price was given back, or is being given back. */
    refunded: p.smallint().default(0),
    /** Those of them that were shipped before, as far as the refunds said so: see returnedUnits. */
    returned: p.smallint().default(0),
  },
  checks: [
    { name: 'order_line_shipped_check', expression: 'shipped >= 0 and shipped <= count' },
    { name: 'order_line_refunded_check', expression: 'refunded >= 0 and refunded <= count' },
    { name: 'order_line_returned_check', expression: 'returned >= 0 and returned <= shipped' },
    { name: 'order_line_taken_check', expression: 'taken >= 0 and taken <= count' },
  ],
  indexes: [index('order_line_title_search_index', `"order_line" using ${searchedBy('title')}`)],
});
export type OrderLine = InferEntity<typeof OrderLine>;

/** Quoted for SQL. */
const statisticsSteps = quoted(['paid', 'canceled', 'replaced', 'partlyRefunded', 'refunded']);
const lossSteps = quoted(['refundFailed', 'partRefundFailed', 'disputeWon', 'disputeLost']);

function quoted(steps: OrderStep[]): string {
  return steps.map((step) => `'${step}'`).join(', ');
}

/** A step in the life of an order. */
export const OrderHistory = defineEntity({
  name: 'OrderHistory',
  tableName: 'order_history',
  properties: {
    id: id(),
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    /** The time of the step itself, while the order is locked: steps then stand in the order in which they were taken. */
    date: p.datetime().defaultRaw('clock_timestamp()'),
    what: p.enum(orderSteps).columnType('text'),
    by: p.enum(orderParties).columnType('text'),
    /** The admin's username at that time; null if no admin caused it. */
    adminName: p.text().nullable(),
    /** What a refund, its failure or the end of a dispute moved, in minor units; null for other steps. */
    amount: p.bigint('number').nullable(),
    /** The return that the step is of; null for other steps. */
    returnId: p.uuid().nullable(),
  },
  indexes: [
    // For the statistics. Without the first step, so that it costs nothing to place an order.
    index(
      'order_history_step_index',
      `"order_history" (what, date) include (order_id, by) where what in (${statisticsSteps})`,
    ),
    // The same for steps that came later. They are few.
    index('order_history_loss_index', `"order_history" (what, date) include (order_id) where what in (${lossSteps})`),
  ],
});
