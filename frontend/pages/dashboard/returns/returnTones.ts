import type { ReturnState } from '#contract/orders/returns.ts';
import type { BadgeTone } from '../../../components/Badge.tsx';

/** Those that wait for the shop stand out. */
export const returnTones: Record<ReturnState, BadgeTone> = {
  requested: 'waiting',
  approved: 'quiet',
  rejected: 'quiet',
  canceled: 'quiet',
  received: 'waiting',
  refunded: 'good',
  replaced: 'good',
  repaired: 'good',
};
