import type { CurrencyCode } from './money.ts';

export const orderStates = ['pending', 'paid', 'failed', 'canceled', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

export type OrderLineView = {
  productId: string;
  title: string;
  /** The start of the product's description, to distinguish products with the same title; '' without one. */
  detail: string;
  /** The price in EUR at the time of the order. */
  price: number;
  count: number;
};

export type OrderView = {
  _id: string;
  /** The order number for people; counts up from 1001. */
  number: number;
  state: OrderState;
  currency: CurrencyCode;
  /** The charged amount in major units of the currency. */
  amount: number;
  lines: OrderLineView[];
  /** When it was placed; ISO 8601, UTC. */
  date: string;
};

export const orderColumns = ['number', 'shopper', 'amount', 'state', 'date'] as const;
export type OrderColumn = (typeof orderColumns)[number];

/** An order as the API shows it to admins. */
export type AdminOrderView = OrderView & {
  /** Null once the shopper is deleted. */
  shopper: { _id: string; username: string; email: string } | null;
  /** The provider's id of the payment; null until it exists. */
  paymentIntentId: string | null;
  /** When the state last changed or the provider was last asked. ISO 8601, UTC. */
  checkedAt: string;
};
