import type { Fulfilment, OrderState } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { Badge, type BadgeTone } from '../Badge.tsx';

const stateNames: Record<OrderState, () => string> = {
  pending: m.ownOrder.pending,
  paid: m.ownOrder.paid,
  failed: m.ownOrder.failed,
  canceled: m.ownOrder.canceled,
  refunded: m.ownOrder.refunded,
};

const fulfilmentNames: Partial<Record<Fulfilment, () => string>> = {
  shipped: m.ownOrder.shipped,
  delivered: m.ownOrder.delivered,
  collected: m.ownOrder.collected,
};

const tones: Partial<Record<OrderState, BadgeTone>> = { paid: 'good', failed: 'bad' };

type OrderBadgeProps = { state: OrderState; fulfilment: Fulfilment };

/** How far an order is: its payment, and its goods once they are on their way. */
export function OrderBadge({ state, fulfilment }: OrderBadgeProps) {
  const name = (state === 'paid' && fulfilmentNames[fulfilment]) || stateNames[state];
  return <Badge tone={tones[state] ?? 'quiet'}>{name()}</Badge>;
}
