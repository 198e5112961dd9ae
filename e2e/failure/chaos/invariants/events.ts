import type { FaultWindow } from '../faults/storm.ts';
import type { Evidence } from './evidence.ts';
import { checkPresence, countBy, type Finding, newFinding } from './finding.ts';
import { paymentsToTell } from './orders.ts';

/** Checks that every change emitted one event, and that every event was handled without failure. */
export async function checkEvents(evidence: Evidence, windows: FaultWindow[]): Promise<Finding[]> {
  const { em, events, providerEvents } = evidence;
  const handled = newFinding('events handled', events.length);
  for (const { id, name, isDone, failure } of events) {
    if (failure !== null) handled.wrong.push(`${name} ${id} failed: ${failure}`);
    else if (!isDone) handled.lost.push(`${name} ${id} was never handled`);
  }

  const named = (name: string) => events.filter((event) => event.name === name);
  const paid = checkPresence(
    'events of paid orders',
    paymentsToTell(evidence),
    countBy(named('order.paid'), ({ payload }) => payload.orderId ?? ''),
  );

  const webhooks = await em.execute<{ id: string }[]>('select id from payment_event');
  const received = checkPresence(
    'events of webhooks',
    webhooks.map(({ id }) => ({ key: id, outcome: 'acknowledged' })),
    countBy(named('payment.eventReceived'), ({ payload }) => payload.eventId ?? ''),
  );

  const stored = new Set(webhooks.map(({ id }) => id));
  const sent = newFinding('webhooks', providerEvents.length);
  for (const { id, type, created } of providerEvents) {
    if (!stored.has(id) && !mayBeDropped(created, windows)) sent.lost.push(`${type} ${id}`);
  }

  const rated = newFinding('events of ratings');
  const ratings = await em.execute<{ productId: string; count: number }[]>(
    'select product_id as "productId", count(*)::int as count from rating group by product_id',
  );
  const emitted = countBy(named('product.rated'), ({ payload }) => payload.productId ?? '');
  for (const { productId, count } of ratings) {
    rated.checked += count;
    const events = emitted.get(productId) ?? 0;
    if (events < count) rated.lost.push(`${productId} has ${count} ratings and ${events} events`);
    if (events > count) rated.duplicated.push(`${productId} has ${count} ratings and ${events} events`);
  }
  return [handled, sent, received, paid, rated];
}

/** Whether the provider may have dropped the webhook of this event. `created` is in whole seconds since 1970. */
export function mayBeDropped(created: number, windows: FaultWindow[]): boolean {
  return windows.some(
    ({ kind, begin, end }) =>
      kind === 'webhooks dropped' && created * 1000 >= begin - 1000 && created * 1000 <= end + 1000,
  );
}
