import type { OrderState, OrderStep } from '#contract/orders/orders.ts';
import { type CurrencyCode, toMinorUnits } from '#contract/values/money.ts';
import type { EntityManager } from '../../backend/core/database/db.ts';
import { newId } from '../../backend/core/ids.ts';

/** The UTC date `daysAgo` days ago. */
export function dayOf(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

export type PastOrder = {
  state: OrderState;
  /** Null by default, as for a deleted user. */
  userId?: string | null;
  currency?: CurrencyCode;
  /** Major units. */
  amount?: number;
  openedAt?: string;
  /** The amount of a refund is in major units. */
  steps?: [what: OrderStep, date: string, amount?: number][];
  /** Who caused the steps. */
  by?: string;
  lines?: { productId?: string; title: string; count: number; unitPriceCents?: number }[];
  paymentIntentId?: string | null;
  shippingMethod?: string;
  fulfilment?: string;
};

/** Adds an order with a past or in a state that can't be made through the API, or not as fast. */
export async function addPastOrder(
  em: EntityManager,
  { state, currency = 'EUR', amount = 1, openedAt, steps = [], by = 'provider', lines = [], ...rest }: PastOrder,
): Promise<{ id: string; number: number }> {
  const id = newId();
  const charged = toMinorUnits(amount);
  const refunded = steps.reduce((sum, [, , refund = 0]) => sum + toMinorUnits(refund), 0);
  const { userId = null, paymentIntentId = null, shippingMethod = 'pickup', fulfilment = 'open' } = rest;
  const [order] = await em.execute<{ number: number }[]>(
    `insert into shop_order (id, user_id, state, currency, amount, subtotal, refunded, buyer_name, cart_fingerprint, created_at,
       payment_intent_id, shipping_method, fulfilment)
     values (?, ?, ?, ?, ?, ?, ?, 'Ada', 'x', coalesce(?, now()), ?, ?, ?) returning number`,
    [
      id,
      userId,
      state,
      currency,
      charged,
      charged,
      refunded,
      openedAt ?? steps[0]?.[1] ?? null,
      paymentIntentId,
      shippingMethod,
      fulfilment,
    ],
  );
  for (const [what, date, refund] of steps) {
    await em.execute('insert into order_history (id, order_id, what, by, date, amount) values (?, ?, ?, ?, ?, ?)', [
      newId(),
      id,
      what,
      by,
      date,
      refund === undefined ? null : toMinorUnits(refund),
    ]);
  }
  for (const { productId = newId(), title, count, unitPriceCents = 100 } of lines) {
    await em.execute(
      'insert into order_line (id, order_id, product_id, title, unit_price_cents, count) values (?, ?, ?, ?, ?, ?)',
      [newId(), id, productId, title, unitPriceCents, count],
    );
  }
  return { id, number: order?.number ?? 0 };
}
