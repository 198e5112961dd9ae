import type { Fulfilment, OrderState } from '#contract/orders.ts';
import styles from './OrderBadge.module.css';

const stateNames: Record<OrderState, string> = {
  pending: 'Payment pending',
  paid: 'Paid',
  failed: 'Payment failed',
  canceled: 'Canceled',
  refunded: 'Refunded',
};

const fulfilmentNames: Partial<Record<Fulfilment, string>> = {
  shipped: 'Shipped',
  delivered: 'Delivered',
  collected: 'Collected',
};

type OrderBadgeProps = { state: OrderState; fulfilment?: Fulfilment };

/** How far an order is: its payment, and its goods once they are on their way. */
export function OrderBadge({ state, fulfilment = 'open' }: OrderBadgeProps) {
  const name = (state === 'paid' && fulfilmentNames[fulfilment]) || stateNames[state];
  return <span className={[styles.badge, styles[state]].filter(Boolean).join(' ')}>{name}</span>;
}
