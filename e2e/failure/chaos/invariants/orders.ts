import type { Journal, Outcome } from '../journal.ts';
import type { Evidence, OrderRow, ProviderIntent } from './evidence.ts';
import { type Finding, newFinding } from './finding.ts';

/** Checks that acknowledged orders exist, match the provider's state, and are charged once if paid, otherwise never. */
export function checkOrders(evidence: Evidence, journal: Journal): Finding[] {
  return [
    checkAcknowledged(evidence, journal),
    checkCancellations(evidence, journal),
    checkStates(evidence),
    checkCharges(evidence),
  ];
}

function checkAcknowledged({ orders }: Evidence, { payments }: Journal): Finding {
  const finding = newFinding('orders', payments.length);
  const byId = new Map(orders.map((order) => [order.id, order]));
  for (const { orderId, email, items, amount } of payments) {
    const order = byId.get(orderId);
    if (order === undefined) finding.lost.push(`${orderId} of ${email}`);
    else if (!isOrderOf(order, email, items, amount)) {
      finding.wrong.push(
        `${orderId} is ${JSON.stringify(order)}, expected ${JSON.stringify({ email, items, amount })}`,
      );
    }
  }
  return finding;
}

/** An order whose cancellation was acknowledged stays canceled, even if its refund fails later. */
function checkCancellations({ orders }: Evidence, { cancellations }: Journal): Finding {
  const finding = newFinding('cancellations', cancellations.length);
  const canceled = new Set(orders.filter(({ fulfilment }) => fulfilment === 'canceled').map(({ id }) => id));
  const acknowledged = cancellations.filter(({ outcome }) => outcome === 'acknowledged');
  finding.lost.push(...acknowledged.map(({ orderId }) => orderId).filter((id) => !canceled.has(id)));
  return finding;
}

function isOrderOf(order: OrderRow, email: string, items: OrderRow['lines'], amount: number): boolean {
  const isSameCart =
    order.lines.length === items.length &&
    items.every(({ productId, count }) =>
      order.lines.some((line) => line.productId === productId && line.count === count),
    );
  return isSameCart && order.email === email && order.amount === Math.round(amount * 100);
}

function checkStates({ orders, intents, charges }: Evidence): Finding {
  const finding = newFinding('order states', orders.length);
  const byId = new Map(intents.map((intent) => [intent.id, intent]));
  const refunded = new Set(charges.filter(({ refunded }) => refunded).map(({ payment_intent }) => payment_intent));
  for (const { id, state, intentId } of orders) {
    const intent = byId.get(intentId ?? '');
    const expected = intent ? stateFor(intent, refunded.has(intent.id)) : null;
    if (intentId !== null && intent === undefined)
      finding.wrong.push(`${id} has ${intentId}, which the provider doesn't have`);
    else if (expected !== null && expected !== state) {
      finding.wrong.push(`${id} is ${state}, but its payment ${intentId} is ${expected}`);
    } else if (expected === null && state !== 'pending' && state !== 'canceled') {
      finding.wrong.push(`${id} is ${state} without a payment`);
    }
  }
  return finding;
}

/** Whether an order in this state was paid at some time. */
export function wasPaid(state: string): boolean {
  return state === 'paid' || state === 'refunded';
}

/** Whether the shop has to tell of each order that it was paid. It may, or not, if it was paid too late for its prices. */
export function paymentsToTell({ orders, events }: Evidence): { key: string; outcome: Outcome }[] {
  const outdated = new Set(
    events
      .filter(({ name, payload }) => name === 'order.canceled' && payload.isOutdated)
      .map(({ payload }) => payload.orderId),
  );
  return orders.map(({ id, state }) => {
    if (outdated.has(id)) return { key: id, outcome: 'unknown' };
    return { key: id, outcome: wasPaid(state) ? 'acknowledged' : 'refused' };
  });
}

/** The order state for a payment: https://docs.stripe.com/payments/paymentintents/lifecycle */
function stateFor({ status, last_payment_error }: ProviderIntent, isRefunded: boolean): string {
  if (status === 'succeeded') return isRefunded ? 'refunded' : 'paid';
  if (status === 'canceled') return 'canceled';
  return last_payment_error ? 'failed' : 'pending';
}

function checkCharges({ orders, intents, charges }: Evidence): Finding {
  const finding = newFinding('charges', charges.filter(({ captured }) => captured).length);
  const orderOf = new Map(intents.map(({ id, metadata }) => [id, metadata.orderId]));
  const captured = Map.groupBy(
    charges.filter(({ captured }) => captured),
    ({ payment_intent }) => orderOf.get(payment_intent) ?? `the unknown order of ${payment_intent}`,
  );
  const payments = Map.groupBy(intents, ({ metadata }) => metadata.orderId);
  const known = new Set(orders.map(({ id }) => id));
  for (const orderId of captured.keys()) if (!known.has(orderId)) finding.lost.push(`Charged for ${orderId}`);
  for (const { id, state, amount, refunded } of orders) {
    const orderCharges = captured.get(id) ?? [];
    if (orderCharges.length > 1) finding.duplicated.push(`${id} was charged ${orderCharges.length} times`);
    if ((payments.get(id)?.length ?? 0) > 1) finding.duplicated.push(`${id} has ${payments.get(id)?.length} payments`);
    const isPaid = wasPaid(state);
    if (isPaid && orderCharges.length === 0) finding.wrong.push(`${id} is ${state} but was not charged`);
    if (!isPaid && orderCharges.length > 0) finding.wrong.push(`${id} is ${state} but was charged`);
    for (const charge of orderCharges) {
      if (charge.amount_refunded !== refunded) {
        finding.wrong.push(`${id} records refunds of ${refunded}, but the provider made ${charge.amount_refunded}`);
      }
      if (charge.amount !== amount) finding.wrong.push(`${id} costs ${amount} but ${charge.amount} was charged`);
    }
  }
  return finding;
}
