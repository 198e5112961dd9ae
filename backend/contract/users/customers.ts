import type { AdminOrderView } from '../orders/orders.ts';
import type { CurrencyCode } from '../values/money.ts';

/** The number of a customer's latest orders that their page shows. */
export const CUSTOMER_ORDERS = 10;

/** What a user has bought. */
export type CustomerView = {
  /** The latest CUSTOMER_ORDERS, newest first. */
  orders: AdminOrderView[];
  /** What they paid and were not given back, in major units of each currency in which that is anything. */
  spent: { currency: CurrencyCode; amount: number }[];
};
