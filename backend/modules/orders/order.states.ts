import type { OrderState } from '#contract/orders.ts';

/** Where an order may go from each state. There is no way back, so that late news can't undo later ones. */
const transitions: Record<OrderState, readonly OrderState[]> = {
  pending: ['paid', 'failed', 'canceled'],
  failed: ['paid'],
  paid: ['refunded'],
  canceled: [],
  refunded: [],
};

/**
 * The states an order passes through to get from one to another, the last one included: news may skip a state (a refund
 * that is heard of before the payment). Empty where there is no way, or nothing to do.
 */
export function stepsBetween(from: OrderState, to: OrderState): OrderState[] {
  for (const next of transitions[from]) {
    if (next === to) return [next];
    const rest = stepsBetween(next, to);
    if (rest.length > 0) return [next, ...rest];
  }
  return [];
}
