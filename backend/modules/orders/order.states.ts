import type { OrderState } from '#contract/orders.ts';

/** The transitions of an order. There is no way back, so stale news can't undo newer. */
const transitions: Record<OrderState, readonly OrderState[]> = {
  pending: ['paid', 'failed', 'canceled'],
  failed: ['paid', 'canceled'],
  paid: ['refunded'],
  canceled: [],
  refunded: [],
};

/**
 * The states an order passes through on its way to `to`, which is the last. News may skip a state: a refund can arrive
 * before the payment. Empty if there is no way, or nothing to do.
 */
export function stepsBetween(from: OrderState, to: OrderState): OrderState[] {
  for (const next of transitions[from]) {
    if (next === to) return [next];
    const rest = stepsBetween(next, to);
    if (rest.length > 0) return [next, ...rest];
  }
  return [];
}
