import type { OrderTextView } from '../shop/legal-pages.ts';
import type { OrderMailKind } from '../shop/mails.ts';
import type { ShopperView } from '../users/shoppers.ts';
import type { CurrencyCode } from '../values/money.ts';
import type { OrderReturnsView, ReturnState, UnitsLeftView } from './returns.ts';
import type { BillingView, VatCheck, VatCheckRecord } from './vat.ts';

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
  'replaced',
  'partlyRefunded',
  'refunded',
  'shipped',
  'delivered',
  'collected',
  'disputed',
  'refundFailed',
  'partRefundFailed',
  'disputeWon',
  'disputeLost',
  'withdrawn',
  'returnRequested',
  'returnApproved',
  'returnRejected',
  'returnCanceled',
  'returnReceived',
  'returnRefunded',
  'returnReplaced',
  'returnRepaired',
] as const;
/** What happened to an order, or to one of its returns. */
export type OrderStep = (typeof orderSteps)[number];

export const disputeStates = ['open', 'won', 'lost'] as const;
/** The outcome of a shopper's dispute of the payment with their bank; `won` by the shop. */
export type DisputeState = (typeof disputeStates)[number];

/** What happened to a return, as a step of its order. */
export type ReturnStep = `return${Capitalize<ReturnState>}`;

export const orderParties = ['shopper', 'shop', 'provider'] as const;
/** Who caused a step. */
export type OrderParty = (typeof orderParties)[number];

export type TaxPart = {
  /** In percent; null if there are several. */
  rate: number | null;
  /** The part of the amount that is VAT, in major units. */
  amount: number;
};

/** What is charged at a VAT rate, in major units. */
export type TaxRateView = {
  /** In percent. */
  rate: number;
  net: number;
  /** The VAT. */
  amount: number;
};

/** Where an order goes. */
export type DeliveryView = {
  name: string;
  address: string;
  city: string;
  /** May be empty where there are none. */
  postCode: string;
  /** The code of a state or province (ISO 3166-2 without its country), where addresses name one. */
  state?: string;
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
  /** The price at the time of the order, in major units of its currency; net with reverse charge. */
  price: number;
  count: number;
  /** What the line costs before discount, in major units of the order's currency; net with reverse charge. */
  amount: number;
};

export type ShipmentView = {
  carrier: string;
  /** '' without one. */
  trackingNumber: string;
  /** '' without one. */
  trackingUrl: string;
  /** ISO 8601, UTC. */
  date: string;
  lines: { productId: string; count: number }[];
};

export type OrderHistoryView = {
  /** ISO 8601, UTC. */
  date: string;
  what: OrderStep;
  by: OrderParty;
  /** The admin who caused it, for admins only. */
  adminName?: string;
};

export type OrderView = {
  _id: string;
  /** The order number for people; counts up from 1001. */
  number: number;
  state: OrderState;
  fulfilment: Fulfilment;
  currency: CurrencyCode;
  /** The charged amount in major units of the currency. */
  amount: number;
  lines: OrderLineView[];
  /** When it was placed; ISO 8601, UTC. */
  date: string;
};

/** An order with all that its page shows. Amounts are in major units of its currency. */
export type OrderDetailView = Omit<OrderView, 'lines'> &
  OrderReturnsView & {
    lines: (OrderLineView & UnitsLeftView)[];
    subtotal: number;
    discount: number;
    /** '' without one. */
    discountCode: string;
    shipping: number;
    tax: TaxPart;
    /** By rate, ascending. */
    taxes: TaxRateView[];
    /** Whether the buyer owes the VAT, so that all amounts are net. */
    reverseCharge: boolean;
    /** Who buys; null if it is the delivery's address, or none. */
    billing: BillingView | null;
    /** What the EU's service said about the buyer's VAT id; null without one. */
    vatCheck: VatCheck | null;
    refunded: number;
    /** The code and the name of the shipping method. */
    shippingMethod: string;
    shippingName: string;
    /** How many days from its payment it takes to arrive; null for orders from before they were recorded. */
    minDays: number | null;
    maxDays: number | null;
    /** Null for pickup. */
    delivery: DeliveryView | null;
    note: string;
    /** The versions of the pages that apply to it; empty for orders from before any was published. */
    texts: OrderTextView[];
    shipments: ShipmentView[];
    /** Oldest first. */
    history: OrderHistoryView[];
    /** Null if the payment was never disputed. */
    dispute: DisputeState | null;
    /** Whether its shopper can still pay it. */
    canPay: boolean;
    /** Whether its shopper can cancel it. */
    canCancel: boolean;
  };

/** How the goods of an order reach its shopper. */
export const deliveryMethods = ['shipping', 'pickup'] as const;
export type DeliveryMethod = (typeof deliveryMethods)[number];

export const orderColumns = ['number', 'shopper', 'amount', 'state', 'date'] as const;
export type OrderColumn = (typeof orderColumns)[number];

/** How much of an order was given back: the dashboard's filter. */
export const refundedShares = ['none', 'partly', 'fully'] as const;
export type RefundedShare = (typeof refundedShares)[number];

/** An order as the API shows it to admins. */
export type AdminOrderView = Omit<OrderView, 'lines'> & {
  lines: AdminOrderLineView[];
  /** Null once the shopper is deleted. */
  shopper: ShopperView | null;
  /** The provider's id of the payment; null until it exists. */
  paymentIntentId: string | null;
  /** When the state last changed or the provider was last asked. ISO 8601, UTC. */
  checkedAt: string;
  /** The sum of all refunds, in major units. */
  refunded: number;
  /** The name of the shipping method. */
  shippingName: string;
  /** Where it goes; null for pickup. */
  country: string | null;
  /** Those of its shipments, each once. */
  carriers: string[];
  /** Whether the shopper has disputed the payment with their bank, whatever became of it. */
  isDisputed: boolean;
  /** Null if the payment was never disputed. */
  dispute: DisputeState | null;
  /** What lost disputes took, in major units. It is not in `refunded`. */
  lost: number;
};

/** An order's line as admins see it: the shopper may have seen the title in another language. */
export type AdminOrderLineView = OrderLineView & { defaultTitle: string };

/** Units of an order line, as admins handle them. */
export type HandledLineView = AdminOrderLineView &
  UnitsLeftView & {
    /** What a unit was charged at, in major units of the order's currency; net with reverse charge. */
    unitPrice: number;
    /** Whether the discount applies to it. */
    isDiscounted: boolean;
    shipped: number;
    /** Units that can be shipped: those of a withdrawal that waits for another refund stay in the shop. */
    toShip: number;
    refunded: number;
    /** The refunded units that were shipped before. */
    returned: number;
    /** Units that the order took out of stock and has not given back. */
    taken: number;
  };

type Units = Pick<HandledLineView, 'count' | 'shipped' | 'refunded' | 'returned'>;

/** The units of a line that are still to be shipped; those refunded before they were shipped stay in the shop. */
export function unitsToShip(line: Units): number {
  return line.count - line.shipped - (line.refunded - returnedUnits(line));
}

/** The shipped units of a line whose price was not given back. */
export function unitsKept(line: Units): number {
  return line.shipped - returnedUnits(line);
}

/** The refunded units of a line that were shipped before, which includes those that refunds didn't say it of. */
export function returnedUnits({ count, shipped, refunded, returned }: Units): number {
  return Math.max(returned, shipped + refunded - count);
}

/** `failed`: the bank sent it back after it was done. */
export const refundStates = ['requested', 'done', 'rejected', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

export type RefundView = {
  _id: string;
  amount: number;
  reason: string;
  state: RefundState;
  /** ISO 8601, UTC. */
  date: string;
  /** `returned` is how many of the units were shipped before; absent in old refunds. */
  lines: { productId: string; count: number; returned?: number }[];
};

/** What admins tell each other about an order. */
export type OrderNoteView = {
  _id: string;
  /** The admin's username at that time. */
  author: string;
  /** The admin; the id of a deleted one leads nowhere. */
  authorId: string;
  text: string;
  /** ISO 8601, UTC. */
  date: string;
};

/** A mail that the shopper was sent. */
export type OrderMailView = {
  _id: string;
  kind: OrderMailKind;
  /** A parcel's carrier and tracking number, or the amount given back; '' if there is nothing to tell. */
  detail: string;
  /** When it was first sent; ISO 8601, UTC. */
  date: string;
  /** Oldest first. */
  resends: OrderMailResendView[];
};

export type OrderMailResendView = {
  /** When an admin requested it; ISO 8601, UTC. */
  date: string;
  /** The admin's username at that time. */
  adminName: string;
  isSent: boolean;
};

/** An order's page in the dashboard. */
export type AdminOrderDetailView = Omit<OrderDetailView, 'lines'> &
  Pick<AdminOrderView, 'shopper' | 'paymentIntentId' | 'checkedAt' | 'country' | 'carriers' | 'isDisputed' | 'lost'> & {
    lines: HandledLineView[];
    /** When the EU's service was asked about the buyer's VAT id (ISO 8601, UTC), and the proof of it; null without one. */
    vatConsultation: Pick<VatCheckRecord, 'date' | 'consultationNumber'> | null;
    refunds: RefundView[];
    /** Oldest first. */
    notes: OrderNoteView[];
    /** Oldest first. */
    mails: OrderMailView[];
  };

export const CARRIER_MAX = 80;
export const TRACKING_NUMBER_MAX = 100;
export const TRACKING_URL_MAX = 500;
export const REASON_MAX = 500;
export const ADMIN_NOTE_MAX = 2000;
