import type { AdminProductView } from '../catalogue/catalogue.ts';
import type { CommentView } from '../comments/comments.ts';
import type { AdminOrderDetailView } from '../orders/orders.ts';
import type { AdminReturnView } from '../orders/returns.ts';
import type { AdminWithdrawalView } from '../orders/withdrawals.ts';
import type { AdminUserView } from '../users/users.ts';

/** The events that endpoints can subscribe to. */
export const webhookEvents = [
  'order.paid',
  'order.shipped',
  'order.delivered',
  'order.refunded',
  'order.canceled',
  'order.disputed',
  'return.requested',
  'return.received',
  'withdrawal.received',
  'product.created',
  'product.updated',
  'product.deleted',
  'stock.low',
  'comment.created',
  'user.registered',
  'user.deleted',
  'webhook.test',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Stands for all events, later ones too. */
export const ALL_EVENTS = '*';

/** Maximum number of endpoints. */
export const WEBHOOKS_MAX = 20;
/** Maximum length of an endpoint's address in characters. */
export const WEBHOOK_URL_MAX = 2000;
/** How much of an endpoint's answer is kept, in characters. */
export const WEBHOOK_RESPONSE_MAX = 1000;
/** Milliseconds in which an endpoint must answer. */
export const WEBHOOK_TIMEOUT = 15_000;
/** Hours in which the former secret signs too, after a new one. */
export const FORMER_SECRET_HOURS = 24;

/** Days without a delivery after which an endpoint is switched off. */
export const PATIENCE_DAYS = 5;

/** Why the shop has switched an endpoint off: it answered 410, or nothing was delivered for days. */
export type SwitchOffReason = 'gone' | 'failing';

export type WebhookView = {
  _id: string;
  url: string;
  /** ["*"] for all events. */
  events: (WebhookEvent | typeof ALL_EVENTS)[];
  isActive: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** The username of its author; null if the account is deleted. */
  createdBy: string | null;
  /** The first failure since the last success, ISO 8601, UTC; null if the last try succeeded. */
  failingSince: string | null;
  /** Null unless the shop has switched it off. */
  switchedOff: SwitchOffReason | null;
};

/** Deliveries that an endpoint waits for. */
export type ListedWebhookView = WebhookView & {
  waiting: number;
};

/** A delivery waits for its next try, has arrived, was given up after the last try, or was dropped after a 410. */
export const deliveryStates = ['waiting', 'delivered', 'givenUp', 'dropped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a try got no answer: its address is not public, time ran out, or no connection. */
export type DeliveryFailure = 'address' | 'timeout' | 'connection';

/** One try of a delivery. */
export type WebhookDeliveryView = {
  _id: string;
  event: WebhookEvent;
  /** The header `webhook-id`, the same for each try of a delivery. */
  webhookId: string;
  /** The HTTP status of the answer; null if there was none. */
  status: number | null;
  durationMs: number;
  /** The first characters of the answer's body. */
  response: string;
  /** Null if there was an answer. */
  failure: DeliveryFailure | null;
  /** When it began, ISO 8601, UTC. */
  date: string;
  /** Counts from 1. */
  try: number;
  /** When the next try was due, ISO 8601, UTC; null if none was to follow. */
  nextAt: string | null;
  /** The current state of its delivery. */
  state: DeliveryState;
};

export const deliveryColumns = ['date'] as const;

/** An object that is deleted. */
export type Deleted = { _id: string };

/** The object of each event, as the admin API shows it. */
export type WebhookData = {
  'order.paid': AdminOrderDetailView;
  'order.shipped': AdminOrderDetailView;
  'order.delivered': AdminOrderDetailView;
  'order.refunded': AdminOrderDetailView;
  'order.canceled': AdminOrderDetailView;
  'order.disputed': AdminOrderDetailView;
  'return.requested': AdminReturnView;
  'return.received': AdminReturnView;
  'withdrawal.received': AdminWithdrawalView;
  'product.created': AdminProductView;
  'product.updated': AdminProductView;
  'product.deleted': Deleted;
  'stock.low': AdminProductView;
  'comment.created': CommentView;
  'user.registered': AdminUserView;
  'user.deleted': Deleted;
  'webhook.test': WebhookView;
};
