import type { CurrencyCode } from './money.ts';

export const orderStates = ['pending', 'paid', 'failed', 'canceled', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

export const fulfilments = ['open', 'shipped', 'delivered', 'collected', 'canceled'] as const;
/** How far the goods of an order have come. */
export type Fulfilment = (typeof fulfilments)[number];

export const orderSteps = [
  'ordered',
  'paid',
  'failed',
  'canceled',
  'partlyRefunded',
  'refunded',
  'shipped',
  'delivered',
  'collected',
  'disputed',
] as const;
/** What happened to an order. */
export type OrderStep = (typeof orderSteps)[number];

export const orderParties = ['shopper', 'shop', 'provider'] as const;
/** Who caused a step. */
export type OrderParty = (typeof orderParties)[number];

/** Where an order goes. */
export type DeliveryView = {
  name: string;
  address: string;
  city: string;
  postCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** May be empty. */
  phoneNumber: string;
};

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
