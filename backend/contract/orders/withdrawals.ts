/** Withdrawals from a contract: Directive 2011/83/EU, Art. 9 to 11a. */

import { m } from '#messages';

/** The parameter of the page's address with an order's number. */
export const WITHDRAWN_ORDER = 'order';

/** Maximum lengths in characters of a statement. */
export const ORDER_NUMBER_MAX = 100;
export const WITHDRAWAL_NAME_MAX = 100;
export const WITHDRAWAL_ITEMS_MAX = 1000;
export const WITHDRAWAL_NOTE_MAX = 1000;

export const withdrawalStates = ['waiting', 'matched', 'dismissed'] as const;
/** A statement waits until staff match it to an order or dismiss it; one that fits an order is matched at once. */
export type WithdrawalState = (typeof withdrawalStates)[number];

export const withdrawalColumns = ['date', 'state'] as const;
export type WithdrawalColumn = (typeof withdrawalColumns)[number];

/** What proves that a statement was received: Directive 2011/83/EU, Art. 11a (4). */
export type WithdrawalReceipt = {
  /** For people, such as "W-7K2M9QXR". */
  reference: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
};

/** A statement as the order's page shows it. */
export type WithdrawalView = WithdrawalReceipt & {
  note: string;
  /** Whether it came after the last day to withdraw. */
  isLate: boolean;
  /** The withdrawn units, shipped or not; empty while staff still choose them. */
  lines: { productId: string; count: number }[];
};

/** A statement as staff see it. */
export type AdminWithdrawalView = WithdrawalView & {
  _id: string;
  state: WithdrawalState;
  /** As they were typed; from an order's page, those of the order. */
  orderNumber: string;
  name: string;
  email: string;
  /** Which goods are meant, in the shopper's words; '' for all. */
  items: string;
  /** The order that it belongs to; null until it is matched, unless its number and email fit. */
  orderId: string | null;
  /** The number of that order. */
  number: number | null;
  /** The reference of an earlier statement for the same goods; null without one. */
  earlier: string | null;
  /** Why it was dismissed; '' otherwise. */
  reason: string;
};

/** Whether a statement, whose units are known, waits only for another refund of its order. It is then carried out automatically. */
export function isDelayed({ state, lines }: Pick<AdminWithdrawalView, 'state' | 'lines'>): boolean {
  return state === 'waiting' && lines.length > 0;
}

/** The words of a statement that withdraw from the contract, in the current language. */
export function declarationOf({ orderNumber, items }: { orderNumber: string; items: string }): string {
  const number = orderNumber.replace(/^#\s*/, '');
  return items === '' ? m.withdrawals.wholeOrder({ number }) : m.withdrawals.someItems({ number, items });
}
