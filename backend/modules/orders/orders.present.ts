import { toMajorUnits } from '#contract/money.ts';
import type { OrderView } from '#contract/orders.ts';
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
