import type { ReturnReason, ReturnState, ReturnWish } from '#contract/orders/returns.ts';
import { m } from '#messages';

export const returnStateNames: Record<ReturnState, () => string> = {
  requested: m.returns.requested,
  approved: m.returns.approved,
  rejected: m.returns.rejected,
  canceled: m.returns.canceled,
  received: m.returns.received,
  refunded: m.returns.refunded,
  replaced: m.returns.replaced,
  repaired: m.returns.repaired,
};

export const returnReasonNames: Record<ReturnReason, () => string> = {
  withdrawal: m.returns.withdrawal,
  defective: m.returns.defective,
  wrong: m.returns.wrong,
  other: m.returns.other,
};

export const returnWishNames: Record<ReturnWish, () => string> = {
  refund: m.returns.wishRefund,
  replacement: m.returns.wishReplacement,
  repair: m.returns.wishRepair,
};
