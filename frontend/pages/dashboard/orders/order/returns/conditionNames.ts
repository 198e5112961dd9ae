import type { ReturnCondition } from '#contract/orders/returns.ts';
import { m } from '#messages';

export const conditionNames: Record<ReturnCondition, () => string> = {
  asNew: m.adminReturns.asNew,
  used: m.adminReturns.used,
  damaged: m.adminReturns.damaged,
};
