import type { AdminOrderView } from '#contract/orders/orders.ts';
import type { AdminReturnView, ReturnView } from '#contract/orders/returns.ts';
import { toMajorUnits } from '#contract/values/money.ts';
import { isoDate } from '../../../core/database/iso-date.ts';
import type { AdminOrderRow } from '../dashboard/orders.admin.queries.ts';
import type { OrderRow } from '../orders.queries.ts';
import { returnReference, stateOf } from './return-steps.ts';

type ReturnRow = OrderRow['returns'][number];
type WithShopper = Pick<AdminOrderRow, 'shopperId' | 'username' | 'email'>;

/** A return of an order as the API shows it. */
export function presentReturn(order: OrderRow, goods: ReturnRow, { forAdmins = false } = {}): ReturnView {
  const { id, place, refundDue, refunded, ...content } = goods;
  return {
    _id: id,
    reference: returnReference(order, place),
    ...content,
    history: order.history
      .filter(({ returnId }) => returnId === id)
      .map(({ date, what, by, adminName }) => ({
        date: isoDate(date),
        what: stateOf(what),
        by: by === 'shopper' ? by : 'shop',
        ...(forAdmins && adminName !== null && { adminName }),
      })),
    refundDue: refundDue && isoDate(refundDue),
    refunded: refunded && toMajorUnits(refunded),
  };
}

/** Who bought an order; null once deleted. */
export function presentShopper({ shopperId, username, email }: WithShopper): AdminOrderView['shopper'] {
  return shopperId !== null && username !== null && email !== null ? { _id: shopperId, username, email } : null;
}

/** A return in the dashboard's table. */
export function presentAdminReturn(order: OrderRow & WithShopper, goods: ReturnRow): AdminReturnView {
  const titles = new Map(order.lines.map(({ productId, title }) => [productId, title]));
  return {
    ...presentReturn(order, goods, { forAdmins: true }),
    lines: goods.lines.map((line) => ({ ...line, title: titles.get(line.productId) ?? '' })),
    orderId: order.id,
    number: order.number,
    shopper: presentShopper(order),
  };
}
