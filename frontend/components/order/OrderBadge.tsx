import type { Fulfilment, OrderState } from '#contract/orders.ts';
import { Badge, type BadgeTone } from '../Badge.tsx';

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

const tones: Partial<Record<OrderState, BadgeTone>> = { paid: 'good', failed: 'bad' };

type OrderBadgeProps = { state: OrderState; fulfilment: Fulfilment };

/** How far an order is: its payment, and its goods once they are on their way. */
export function OrderBadge({ state, fulfilment }: OrderBadgeProps) {
  const name = (state === 'paid' && fulfilmentNames[fulfilment]) || stateNames[state];
  return <Badge tone={tones[state] ?? 'quiet'}>{name}</Badge>;
}
