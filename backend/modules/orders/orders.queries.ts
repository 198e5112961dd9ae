import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { OrderRow } from './orders.present.ts';

export const NO_SUCH_ORDER = 'There is no such order';

/** What an OrderRow holds, where `o` is the order's row. */
export const ORDER_FIELDS = `o.id, o.number, o.state, o.currency, o.amount::float8 as amount, o.created_at as "createdAt",
  (select coalesce(json_agg(json_build_object('productId', l.product_id, 'title', l.title, 'detail', l.detail,
       'unitPriceCents', l.unit_price_cents, 'count', l.count) order by l.id), '[]')
     from order_line l where l.order_id = o.id) as lines`;

/** The shopper's own orders with their lines, newest first. */
export function listOrders(em: EntityManager, userId: string): Promise<OrderRow[]> {
  return em.execute<OrderRow[]>(`select ${ORDER_FIELDS} from shop_order o where o.user_id = ? order by o.id desc`, [
    userId,
  ]);
}

/** One of the shopper's own orders with its lines. @throws AppError notFound, also for somebody else's */
export async function findOrder(
  em: EntityManager,
  userId: string,
  which: { id: string } | { paymentIntentId: string },
): Promise<OrderRow> {
  const [condition, value] =
    'id' in which ? ['o.id = ?', which.id] : ['o.payment_intent_id = ?', which.paymentIntentId];
  const [order] = await em.execute<OrderRow[]>(
    `select ${ORDER_FIELDS} from shop_order o where ${condition} and o.user_id = ?`,
    [value, userId],
  );
  if (order === undefined) throw new AppError('notFound', NO_SUCH_ORDER);
  return order;
}
