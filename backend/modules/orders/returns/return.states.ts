import type { ReturnState } from '#contract/orders/returns.ts';

/** The transitions of a return. */
const transitions: Record<ReturnState, readonly ReturnState[]> = {
  requested: ['approved', 'rejected', 'canceled'],
  approved: ['received', 'canceled'],
  received: ['refunded', 'replaced', 'repaired'],
  rejected: [],
  canceled: [],
  refunded: [],
  replaced: [],
  repaired: [],
};

/** Whether a return can go from one state to another. */
export function canBecome(from: ReturnState, to: ReturnState): boolean {
  return transitions[from].includes(to);
}
