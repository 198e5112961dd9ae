import type { OrderState } from '#contract/orders.ts';

/** The transitions of an order. None lead back, so a stale update can't undo a newer one. */
const transitions: Record<OrderState, readonly OrderState[]> = {
  pending: ['paid', 'failed', 'canceled'],
  failed: ['paid', 'canceled'],
  paid: ['refunded'],
  canceled: [],
  refunded: [],
};

/**
 * The states that an order passes through to reach `to`, including `to`. Updates may skip a state: a refund can arrive
 * before its payment. Empty if `to` can't be reached or is the current state.
 */
export function stepsBetween(from: OrderState, to: OrderState): OrderState[] {
  if (transitions[from].includes(to)) return [to];
  for (const next of transitions[from]) {
    const rest = stepsBetween(next, to);
    if (rest.length > 0) return [next, ...rest];
  }
  return [];
}
