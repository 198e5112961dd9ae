import type { CurrencyCode } from './money.ts';

export const orderStates = ['pending', 'paid', 'failed', 'canceled', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

export type OrderLineView = {
  productId: string;
  title: string;
  /** EUR, as of the moment of ordering. */
  price: number;
  count: number;
};

export type OrderView = {
  _id: string;
  /** The number that people say: counts up from 1001. */
  number: number;
  state: OrderState;
  currency: CurrencyCode;
  /** What is charged, in major units of the currency. */
  amount: number;
  lines: OrderLineView[];
  /** When it was placed; ISO 8601, UTC. */
  date: string;
};
