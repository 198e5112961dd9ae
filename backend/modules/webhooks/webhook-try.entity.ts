import { defineEntity, p } from '@mikro-orm/core';
import type { DeliveryFailure } from '#contract/integration/webhooks.ts';
import { id } from '../../core/database/columns.ts';

/** A try of a delivery. */
export const WebhookTry = defineEntity({
  name: 'WebhookTry',
  tableName: 'webhook_try',
  properties: {
    /** Ids grow with time, and sort the tries. */
    id: id(),
    deliveryId: p.uuid(),
    webhookId: p.uuid(),
    /** Counts from 1. */
    number: p.integer(),
    status: p.integer().nullable(),
    durationMs: p.integer(),
    response: p.text(),
    failure: p.text().$type<DeliveryFailure>().nullable(),
    startedAt: p.datetime().index('webhook_try_started_index'),
    nextAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'webhook_try_listed_index', properties: ['webhookId', 'id'] }],
});
