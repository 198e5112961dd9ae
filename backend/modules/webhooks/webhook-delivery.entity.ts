import { defineEntity, p } from '@mikro-orm/core';
import type { DeliveryState, WebhookEvent } from '#contract/integration/webhooks.ts';
import { id, index, now } from '../../core/database/columns.ts';

/**
 * An event for an endpoint, as the bytes of each try. Endpoints have no foreign key: deleting one would take as long
 * as it has deliveries. They are removed in the background.
 */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    /** The header `webhook-id`. */
    id: id(),
    webhookId: p.uuid(),
    event: p.text().$type<WebhookEvent>(),
    /** In the outbox. */
    eventId: p.uuid(),
    objectId: p.uuid(),
    body: p.text(),
    /** Somebody asked for it: it is sent to an inactive endpoint, too. */
    isDemanded: p.boolean().default(false),
    state: p.text().$type<DeliveryState>().default('waiting'),
    tries: p.integer().default(0),
    /** Tries since it was stored or replayed: its place in the schedule. */
    step: p.integer().default(0),
    /** When the next try is due; null if none is. While one runs, when others take it for lost. */
    nextAt: p.datetime().nullable().defaultRaw('now()'),
    createdAt: now(),
    /** The last try, if there was one. */
    changedAt: now(),
  },
  uniques: [{ name: 'webhook_delivery_unique', properties: ['webhookId', 'eventId', 'objectId'] }],
  indexes: [
    index('webhook_delivery_due_index', '"webhook_delivery" ("webhook_id", "next_at") where next_at is not null'),
    index(
      'webhook_delivery_demanded_index',
      '"webhook_delivery" ("webhook_id", "next_at") where next_at is not null and is_demanded',
    ),
    { name: 'webhook_delivery_changed_index', properties: ['changedAt'] },
  ],
});
