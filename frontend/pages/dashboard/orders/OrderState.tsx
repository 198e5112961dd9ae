import type { OrderState as State } from '#contract/orders.ts';
import { Badge, type BadgeTone } from '../Badge.tsx';

export const orderStateNames: Record<State, string> = {
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
  refunded: 'Refunded',
};

const tones: Record<State, BadgeTone> = {
  pending: 'waiting',
  paid: 'good',
  failed: 'bad',
  canceled: 'quiet',
  refunded: 'quiet',
};

/** How an order stands. */
export function OrderState({ state }: { state: State }) {
  return <Badge tone={tones[state]}>{orderStateNames[state]}</Badge>;
}
