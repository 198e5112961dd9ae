import { type CurrencyCode, toMajorUnits } from '#contract/money.ts';
import type { AdminOrderView, OrderState, OrderView } from '#contract/orders.ts';

/** An order with its lines, as the queries read it. */
export type OrderRow = {
  id: string;
  number: number;
  state: OrderState;
  currency: CurrencyCode;
  /** Minor units of the currency. */
  amount: number;
  lines: { productId: string; title: string; detail: string; unitPriceCents: number; count: number }[];
  /** As the database writes it. */
  createdAt: string;
};

/** The same, with what only admins may know. */
export type AdminOrderRow = OrderRow & {
  paymentIntentId: string | null;
  shopper: { _id: string; username: string; email: string } | null;
  checkedAt: string;
};

/** An order as its shopper sees it. */
export function presentOrder({ id, number, state, currency, amount, lines, createdAt }: OrderRow): OrderView {
  return {
    _id: id,
    number,
    state,
    currency,
    amount: toMajorUnits(amount),
    lines: lines.map(({ unitPriceCents, ...line }) => ({ ...line, price: toMajorUnits(unitPriceCents) })),
    date: new Date(createdAt).toISOString(),
  };
}

/** An order as admins see it. */
export function presentAdminOrder(order: AdminOrderRow): AdminOrderView {
  const { paymentIntentId, shopper, checkedAt } = order;
  return { ...presentOrder(order), paymentIntentId, shopper, checkedAt: new Date(checkedAt).toISOString() };
}
