import type { OrderState } from '#contract/orders.ts';

/** What admins read of an order's state. */
export const orderStateNames: Record<OrderState, string> = {
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
  refunded: 'Refunded',
};
