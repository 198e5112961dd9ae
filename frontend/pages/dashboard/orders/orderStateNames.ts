import type { OrderState } from '#contract/orders.ts';

/** The admins' labels for order states. */
export const orderStateNames: Record<OrderState, string> = {
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
  refunded: 'Refunded',
};

export function isOrderState(value: unknown): value is OrderState {
  return typeof value === 'string' && Object.hasOwn(orderStateNames, value);
}
