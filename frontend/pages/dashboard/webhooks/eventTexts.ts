import { ALL_EVENTS, type WebhookEvent } from '#contract/integration/webhooks.ts';
import { m } from '#messages';

/** What each event is, in words. */
const eventNames: Record<WebhookEvent | typeof ALL_EVENTS, () => string> = {
  [ALL_EVENTS]: m.adminWebhooks.allEvents,
  'order.paid': m.adminWebhooks.orderPaid,
  'order.shipped': m.adminWebhooks.orderShipped,
  'order.delivered': m.adminWebhooks.orderDelivered,
  'order.refunded': m.adminWebhooks.orderRefunded,
  'order.canceled': m.adminWebhooks.orderCanceled,
  'order.disputed': m.adminWebhooks.orderDisputed,
  'return.requested': m.adminWebhooks.returnRequested,
  'return.received': m.adminWebhooks.returnReceived,
  'withdrawal.received': m.adminWebhooks.withdrawalReceived,
  'product.created': m.adminWebhooks.productCreated,
  'product.updated': m.adminWebhooks.productUpdated,
  'product.deleted': m.adminWebhooks.productDeleted,
  'stock.low': m.adminWebhooks.stockLow,
  'comment.created': m.adminWebhooks.commentCreated,
  'user.registered': m.adminWebhooks.userRegistered,
  'user.deleted': m.adminWebhooks.userDeleted,
  'webhook.test': m.adminWebhooks.webhookTest,
};

/** The events that one can choose. A test is sent whatever was chosen. */
export const eventGroups: readonly { name: () => string; events: readonly WebhookEvent[] }[] = [
  {
    name: m.adminWebhooks.groupOrders,
    events: ['order.paid', 'order.shipped', 'order.delivered', 'order.refunded', 'order.canceled', 'order.disputed'],
  },
  { name: m.adminWebhooks.groupReturns, events: ['return.requested', 'return.received', 'withdrawal.received'] },
  {
    name: m.adminWebhooks.groupCatalogue,
    events: ['product.created', 'product.updated', 'product.deleted', 'stock.low'],
  },
  { name: m.adminWebhooks.groupPeople, events: ['comment.created', 'user.registered', 'user.deleted'] },
];

/** The name of an event; its code if a later release has stored it. */
export function eventText(event: string): string {
  return eventNames[event as WebhookEvent]?.() ?? event;
}
