import type { EntityManager } from '../../core/db.ts';
import { Order } from './order.entity.ts';

const UNSETTLED_FIELDS = ['id', 'number', 'currency', 'amount', 'paymentIntentId', 'createdAt'] as const;
export type UnsettledOrder = Pick<Order, (typeof UNSETTLED_FIELDS)[number]>;

/** Days in which a webhook may still arrive: one more than the provider retries. https://docs.stripe.com/webhooks#retries */
const WEBHOOK_DAYS = 4;
/** An order is checked again after this share of its age: the older, the less often. */
const RECHECK_SHARE = 1 / 24;

/**
 * Orders whose payment was last checked `milliseconds` ago, or longer for older ones, longest first: pending ones, failed
 * ones that another card may have paid since, and paid ones with a refund requested.
 */
export async function findUnchecked(em: EntityManager, milliseconds: number, limit: number): Promise<UnsettledOrder[]> {
  const rows = await em.execute<(Omit<UnsettledOrder, 'createdAt'> & { createdAt: string })[]>(
    `select id, number, currency, amount::float8 as amount, payment_intent_id as "paymentIntentId",
       created_at as "createdAt"
     from shop_order
     where (state = 'pending'
         or state = 'failed' and created_at > now() - make_interval(days => ${WEBHOOK_DAYS})
         or state = 'paid' and refund_requested_at > now() - make_interval(days => ${WEBHOOK_DAYS}))
       and checked_at < now() - make_interval(secs => ?)
       and checked_at < now() - (checked_at - coalesce(refund_requested_at, created_at)) * ${RECHECK_SHARE}
     order by checked_at limit ?`,
    [milliseconds / 1000, limit],
  );
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

/** The shopper's pending orders older than this one. Of two opened at once the newer one stays, whichever looks first. */
export async function findOlderPending(
  em: EntityManager,
  userId: string,
  { number }: Pick<Order, 'number'>,
): Promise<UnsettledOrder[]> {
  const older = { user: userId, state: 'pending', number: { $lt: number } } as const;
  return em.fork().find(Order, older, { fields: UNSETTLED_FIELDS });
}
