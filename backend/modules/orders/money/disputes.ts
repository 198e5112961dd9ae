import { currentTime } from '../../../core/database/columns.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { emit } from '../../../core/events/outbox.ts';
import { findAndLock, record } from '../order-steps.ts';

/** What the provider says about a dispute. `id` is the provider's. */
export type DisputeUpdate = NonNullable<EventMap['payment.eventReceived']['dispute']>;

/**
 * Records that a payment is disputed, or how a dispute of it has ended: a lost one takes money from its order. Idempotent; a
 * dispute that has ended isn't opened again by an older event. Issues no document: the goods are still sold.
 */
export async function recordDispute(em: EntityManager, paymentIntentId: string, update: DisputeUpdate): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await findAndLock(em, { paymentIntentId });
    if (order === null) return;
    const known = order.disputes.find(({ id }) => id === update.id || id === null);
    if (known && (update.state === 'open' || update.state === known.state)) return;
    const isFirst = !order.disputedAt;
    order.disputedAt ??= currentTime();
    if (!known && (isFirst || update.state === 'open')) await record(em, order, 'disputed', { by: 'shopper' });
    if (isFirst) emit(em, 'order.disputed', { orderId: order.id });

    const before = known?.lost ?? 0;
    const left = order.amount - order.refunded - (order.lost - before);
    const lost = update.state === 'lost' ? Math.max(0, Math.min(update.amount ?? left, left)) : 0;
    const others = order.disputes.filter((each) => each !== known);
    order.disputes = [...others, { id: update.id, state: update.state, lost }];
    order.lost += lost - before;
    if (update.state === 'lost') await record(em, order, 'disputeLost', { by: 'provider' }, lost);
    if (update.state === 'won') await record(em, order, 'disputeWon', { by: 'provider' }, before);
  });
}
