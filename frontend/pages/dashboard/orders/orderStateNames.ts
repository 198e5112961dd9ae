import type { AdminOrderView, DeliveryMethod, Fulfilment, OrderState, RefundedShare } from '#contract/orders/orders.ts';
import { m } from '#messages';

type Text = () => string;

/** The admins' labels for order states. */
export const orderStateNames: Record<OrderState, Text> = {
  pending: m.adminOrders.statePending,
  paid: m.adminOrders.statePaid,
  failed: m.adminOrders.stateFailed,
  canceled: m.adminOrders.stateCanceled,
  refunded: m.adminOrders.refunded,
};

/** The admins' labels for how far the goods of an order have come. */
export const fulfilmentNames: Record<Fulfilment, Text> = {
  open: m.adminOrders.notShipped,
  shipped: m.adminOrders.shipped,
  delivered: m.adminOrders.stateDelivered,
  collected: m.adminOrders.stateCollected,
  canceled: m.adminOrders.stateCanceled,
};

/** How far the goods of an order have come: those without a country are collected. */
export function deliveryName({ fulfilment, country }: Pick<AdminOrderView, 'fulfilment' | 'country'>): string {
  return fulfilment === 'open' && country === null ? m.adminOrders.notCollected() : fulfilmentNames[fulfilment]();
}

/** The admins' labels for how the goods of an order reach the customer. */
export const deliveryMethodNames: Record<DeliveryMethod, Text> = {
  shipping: m.adminOrders.wayShipping,
  pickup: m.adminOrders.wayPickup,
};

/** The admins' labels for how much of an order was given back. */
export const refundedShareNames: Record<RefundedShare, Text> = {
  none: m.adminOrders.refundedNothing,
  partly: m.adminOrders.refundedPart,
  fully: m.adminOrders.refundedAll,
};

/** The texts of labels, for a filter. */
export function textsOf(labels: Record<string, Text>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([value, label]) => [value, label()]));
}

export function isOrderState(value: unknown): value is OrderState {
  return typeof value === 'string' && Object.hasOwn(orderStateNames, value);
}
