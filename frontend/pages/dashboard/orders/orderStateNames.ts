import type { AdminOrderView, DeliveryMethod, Fulfilment, OrderState, RefundedShare } from '#contract/orders.ts';

/** The admins' labels for order states. */
export const orderStateNames: Record<OrderState, string> = {
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
  refunded: 'Refunded',
};

/** The admins' labels for how far the goods of an order have come. */
export const fulfilmentNames: Record<Fulfilment, string> = {
  open: 'Not shipped',
  shipped: 'Shipped',
  delivered: 'Delivered',
  collected: 'Collected',
  canceled: 'Canceled',
};

/** How far the goods of an order have come: those without a country are collected. */
export function deliveryName({ fulfilment, country }: Pick<AdminOrderView, 'fulfilment' | 'country'>): string {
  return fulfilment === 'open' && country === null ? 'Not collected' : fulfilmentNames[fulfilment];
}

/** The admins' labels for how the goods of an order reach the customer. */
export const deliveryMethodNames: Record<DeliveryMethod, string> = {
  shipping: 'Shipping',
  pickup: 'Pickup',
};

/** The admins' labels for how much of an order was given back. */
export const refundedShareNames: Record<RefundedShare, string> = {
  none: 'Nothing',
  partly: 'A part',
  fully: 'Everything',
};

export function isOrderState(value: unknown): value is OrderState {
  return typeof value === 'string' && Object.hasOwn(orderStateNames, value);
}
