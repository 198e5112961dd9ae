import type { OrderState } from '#contract/orders/orders.ts';

/**
 * The transitions of an order. One leads back: a refund can fail after it was made. The order's sums tell that from a stale
 * update, which must not undo a newer one.
 */
const transitions: Record<OrderState, readonly OrderState[]> = {
  pending: ['paid', 'failed', 'canceled'],
  failed: ['paid', 'canceled'],
  paid: ['refunded'],
  canceled: [],
  refunded: ['paid'],
};

/**
 * The states that an order passes through to reach `to`, including `to`. Updates may skip a state: a refund can arrive
 * before its payment. Empty if `to` can't be reached or is the current state.
 */
export function stepsBetween(from: OrderState, to: OrderState, passed: readonly OrderState[] = []): OrderState[] {
  if (from === to) return [];
  if (transitions[from].includes(to)) return [to];
  for (const next of transitions[from].filter((state) => !passed.includes(state))) {
    const rest = stepsBetween(next, to, [...passed, from]);
    if (rest.length > 0) return [next, ...rest];
  }
  return [];
}
