import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { Webhook } from './webhook.entity.ts';
import type { WebhookDelivery } from './webhook-delivery.entity.ts';
import type { WebhookTry } from './webhook-try.entity.ts';

export const db = queriesOn<{
  webhook: Table<typeof Webhook>;
  webhookDelivery: Table<typeof WebhookDelivery>;
  webhookTry: Table<typeof WebhookTry>;
}>();
