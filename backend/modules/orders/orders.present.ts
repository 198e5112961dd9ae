import { toMajorUnits } from '#contract/money.ts';
import type { AdminOrderView, OrderView } from '#contract/orders.ts';
import type { AdminOrderRow } from './orders.admin.queries.ts';
import type { OrderRow } from './orders.queries.ts';

/** An order as the API shows it to its shopper. */
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

/** An order as the API shows it to admins. */
export function presentAdminOrder(order: AdminOrderRow): AdminOrderView {
  const { paymentIntentId, shopperId, username, email, checkedAt } = order;
  const isKnown = shopperId !== null && username !== null && email !== null;
  return {
    ...presentOrder(order),
    paymentIntentId,
    shopper: isKnown ? { _id: shopperId, username, email } : null,
    checkedAt: new Date(checkedAt).toISOString(),
  };
}
