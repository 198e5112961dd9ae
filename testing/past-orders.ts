import { type CurrencyCode, toMinorUnits } from '#contract/money.ts';
import type { OrderState, OrderStep } from '#contract/orders.ts';
import type { EntityManager } from '../backend/core/database/db.ts';
import { newId } from '../backend/core/ids.ts';

/** The UTC date `daysAgo` days ago. */
export function dayOf(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

export type PastOrder = {
  state: OrderState;
  currency?: CurrencyCode;
  /** Major units. */
  amount?: number;
  openedAt?: string;
  /** The amount of a refund is in major units. */
  steps?: [what: OrderStep, date: string, amount?: number][];
  /** Who caused the steps. */
  by?: string;
  lines?: { productId: string; title: string; count: number }[];
};

/** Adds an order with a past, which can't be made through the API. */
export async function addPastOrder(
  em: EntityManager,
  { state, currency = 'EUR', amount = 1, openedAt, steps = [], by = 'provider', lines = [] }: PastOrder,
): Promise<void> {
  const id = newId();
  const charged = toMinorUnits(amount);
  const refunded = steps.reduce((sum, [, , refund = 0]) => sum + toMinorUnits(refund), 0);
  await em.execute(
    `insert into shop_order (id, state, currency, amount, subtotal, refunded, buyer_name, cart_fingerprint, created_at)
     values (?, ?, ?, ?, ?, ?, 'Ada', 'x', ?)`,
    [id, state, currency, charged, charged, refunded, openedAt ?? steps[0]?.[1] ?? new Date()],
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
  for (const { productId, title, count } of lines) {
    await em.execute(
      'insert into order_line (id, order_id, product_id, title, unit_price_cents, count) values (?, ?, ?, ?, 100, ?)',
      [newId(), id, productId, title, count],
    );
  }
}
