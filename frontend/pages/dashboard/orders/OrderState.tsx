import type { OrderState as State } from '#contract/orders.ts';
import { Badge, type BadgeTone } from '../../../components/Badge.tsx';
import { orderStateNames } from './orderStateNames.ts';

const tones: Record<State, BadgeTone> = {
  pending: 'waiting',
  paid: 'good',
  failed: 'bad',
  canceled: 'quiet',
  refunded: 'quiet',
};

/** An order's status as a badge. */
export function OrderState({ state }: { state: State }) {
  return <Badge tone={tones[state]}>{orderStateNames[state]}</Badge>;
}
