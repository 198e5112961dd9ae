import { defineEntity, p } from '@mikro-orm/core';
import type { ALL_EVENTS, SwitchOffReason, WebhookEvent } from '#contract/integration/webhooks.ts';
import { id, now } from '../../core/database/columns.ts';
import { User } from '../users/accounts/user.entity.ts';

/** A merchant's endpoint, to which the shop sends events. */
export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    /** Ids grow with time, and sort the endpoints. */
    id: id(),
    url: p.text(),
    events: p.array<WebhookEvent | typeof ALL_EVENTS>().columnType('text[]'),
    isActive: p.boolean(),
    /** Sealed in a SecretBox under the id. */
    secret: p.text(),
    /** The one before, which signs too until `formerSecretUntil`. */
    formerSecret: p.text().nullable(),
    formerSecretUntil: p.datetime().nullable(),
    author: () => p.manyToOne(User).nullable().deleteRule('set null').index('webhook_author_index'),
    createdAt: now(),
    /** The first failure since the last success. */
    failingSince: p.datetime().nullable(),
    switchedOff: p.text().$type<SwitchOffReason>().nullable(),
  },
});
