import type { CurrencyCode } from './money.ts';

export const orderStates = ['pending', 'paid', 'failed', 'canceled', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

export type OrderLineView = {
  productId: string;
  title: string;
  /** The start of the product's description, which tells apart products of the same title; '' if there is none. */
  detail: string;
  /** EUR, when it was ordered. */
  price: number;
  count: number;
};

export type OrderView = {
  _id: string;
  /** The number people use; counts up from 1001. */
  number: number;
  state: OrderState;
  currency: CurrencyCode;
  /** What is charged, in major units of the currency. */
  amount: number;
  lines: OrderLineView[];
  /** When it was placed; ISO 8601, UTC. */
  date: string;
};

export const orderColumns = ['number', 'shopper', 'amount', 'state', 'date'] as const;
export type OrderColumn = (typeof orderColumns)[number];

/** An order as admins see it. */
export type AdminOrderView = OrderView & {
  /** Null once the shopper is deleted. */
  shopper: { _id: string; username: string; email: string } | null;
  /** The provider's id of the payment; null until it exists. */
  paymentIntentId: string | null;
  /** When its state last changed, or the provider was last asked; ISO 8601, UTC. */
  checkedAt: string;
};
