import { type CurrencyCode, toMajorUnits } from '#contract/money.ts';
import type { AdminOrderView, OrderState, OrderView } from '#contract/orders.ts';
import type { Order } from './order.entity.ts';

/** An order with its lines, as its shopper sees it. */
export function presentOrder(order: Order): OrderView {
  return {
    _id: order.id,
    number: order.number,
    state: order.state,
    currency: order.currency,
    amount: toMajorUnits(order.amount),
    lines: order.lines.getItems().map(({ productId, title, unitPriceCents, count }) => ({
      productId,
      title,
      price: toMajorUnits(unitPriceCents),
      count,
    })),
    date: order.createdAt.toISOString(),
  };
}

/** An order as listAllOrders and findAnyOrder read it. */
export type AdminOrderRow = {
  id: string;
  number: number;
  state: OrderState;
  currency: CurrencyCode;
  /** Minor units of the currency. */
  amount: number;
  paymentIntentId: string | null;
  lines: { productId: string; title: string; unitPriceCents: number; count: number }[];
  shopper: { _id: string; username: string; email: string } | null;
  /** As the database writes it, as is `checkedAt`. */
  createdAt: string;
  checkedAt: string;
};

/** An order as admins see it. */
export function presentAdminOrder({
  id,
  createdAt,
  checkedAt,
  amount,
  lines,
  ...order
}: AdminOrderRow): AdminOrderView {
  return {
    _id: id,
    ...order,
    amount: toMajorUnits(amount),
    lines: lines.map(({ unitPriceCents, ...line }) => ({ ...line, price: toMajorUnits(unitPriceCents) })),
    date: new Date(createdAt).toISOString(),
    checkedAt: new Date(checkedAt).toISOString(),
  };
}
