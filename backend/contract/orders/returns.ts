import type { ShopperView } from '../users/shoppers.ts';
import type { WithdrawalView } from './withdrawals.ts';

export const returnStates = [
  'requested',
  'approved',
  'rejected',
  'canceled',
  'received',
  'refunded',
  'replaced',
  'repaired',
] as const;
export type ReturnState = (typeof returnStates)[number];

export const returnReasons = ['withdrawal', 'defective', 'wrong', 'other'] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** What a shopper wants for the goods. */
export const returnWishes = ['refund', 'replacement', 'repair'] as const;
export type ReturnWish = (typeof returnWishes)[number];

export const returnConditions = ['asNew', 'used', 'damaged'] as const;
/** How units came back. */
export type ReturnCondition = (typeof returnConditions)[number];

export const returnColumns = ['date', 'number', 'state', 'refundDue'] as const;
export type ReturnColumn = (typeof returnColumns)[number];

/** Maximum lengths in characters. */
export const RETURN_NOTE_MAX = 1000;
export const RETURN_INSTRUCTIONS_MAX = 2000;
/** Days from a withdrawal's statement until its money must be back: Directive 2011/83/EU, Art. 13 (1). */
export const REFUND_DUE_DAYS = 14;

export type ReturnLineView = { productId: string; count: number };

export type ReceivedLineView = ReturnLineView & { condition: ReturnCondition };

/** A return as the order's page shows it. */
export type ReturnView = {
  _id: string;
  /** For people and parcels: the order's number and the place among its returns, such as "1003-1". */
  reference: string;
  state: ReturnState;
  reason: ReturnReason;
  wants: ReturnWish;
  /** What the shopper says about it; may be empty. */
  note: string;
  lines: ReturnLineView[];
  /** Oldest first; dates in ISO 8601, UTC. */
  history: { date: string; what: ReturnState; by: 'shopper' | 'shop'; adminName?: string }[];
  /** Whether it is of a withdrawal that came after its last day. */
  isLate: boolean;
  /** The end of the day until which a withdrawal's money must be back (ISO 8601, UTC); null for other reasons. */
  refundDue: string | null;
  /** Whether the goods are back, and the money is not, after its last day. */
  isOverdue: boolean;
  /** What the shop says about sending the goods back; may be empty. */
  instructions: string;
  /** Why it was rejected; '' otherwise. */
  rejection: string;
  /** What came back; empty until then. */
  received: ReceivedLineView[];
  /** What was given back, in major units of the order's currency; null until then. */
  refunded: number | null;
  /** How the replacement or the repaired goods are sent; '' until then, the number also without one. */
  carrier: string;
  trackingNumber: string;
};

/** A return in the dashboard's table. */
export type AdminReturnView = Omit<ReturnView, 'lines'> & {
  lines: (ReturnLineView & { title: string })[];
  orderId: string;
  /** The order's number. */
  number: number;
  /** Who bought the order; null once deleted. */
  shopper: ShopperView | null;
};

/** What a return gives back without another amount, in major units of the order's currency. */
export type ReturnRefundView = {
  amount: number;
  /** How much of it is for the delivery of the order. */
  delivery: number;
};

/** What the page of an order says about giving goods back. */
export type OrderReturnsView = {
  /** Oldest first. */
  returns: ReturnView[];
  /** Statements that belong to the order, oldest first. */
  withdrawals: WithdrawalView[];
  /** Whether there is anything left to withdraw from, in time or late. */
  canWithdraw: boolean;
  /** The last instant for it (ISO 8601, UTC); null while it is unknown. */
  withdrawUntil: string | null;
};

/** The units of an order line that a shopper can still give back. */
export type UnitsLeftView = {
  /** Shipped, not refunded and in no open return. */
  returnable: number;
  /** The same, and those that are not shipped. */
  withdrawable: number;
};

/** Whether a return goes on: the shopper or the shop has something left to do. */
export function isOpenReturn(state: ReturnState): boolean {
  return state === 'requested' || state === 'approved' || state === 'received';
}

/** Whether all units of an order that are not refunded are back in the shop. */
export function isBack({
  lines,
  returns,
}: {
  lines: readonly UnitsLeftView[];
  returns: readonly Pick<ReturnView, 'state'>[];
}) {
  const hasCome = returns.some(({ state }) => state === 'received' || state === 'refunded');
  const isComing = returns.some(({ state }) => isOpenReturn(state) && state !== 'received');
  return hasCome && !isComing && lines.every(({ withdrawable }) => withdrawable === 0);
}
