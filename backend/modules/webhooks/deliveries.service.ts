import { sql } from 'kysely';
import { ALL_EVENTS, type WebhookEvent } from '#contract/integration/webhooks.ts';
import { m } from '#messages';
import { type Actor, audit } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { ago, rowsAs } from '../../core/database/queries.ts';
import { removeInBatches } from '../../core/database/remove-in-batches.ts';
import { AppError } from '../../core/errors.ts';
import type { EventMap } from '../../core/events/events.ts';
import { findEventTime, type StoredEvent } from '../../core/events/outbox.ts';
import { notifyAfterCommit } from '../../core/events/outbox-notifications.ts';
import { newId } from '../../core/ids.ts';
import { type AnnouncedEvent, type Announcement, announcementOf, type ViewDeps, viewObjects } from './webhook-data.ts';
import { findWebhook, presentWebhook } from './webhooks.queries.ts';
import { db } from './webhooks.tables.ts';

/** The channel on which the senders are notified of what is due. */
export const DELIVERIES_CHANNEL = 'webhooks';

/** Objects per transaction. */
const BATCH = 100;

const columns = {
  id: 'uuid',
  webhookId: 'uuid',
  event: 'text',
  eventId: 'uuid',
  objectId: 'uuid',
  body: 'text',
} as const;

type NewDelivery = {
  id: string;
  webhookId: string;
  event: WebhookEvent;
  eventId: string;
  objectId: string;
  body: string;
};

/** Stores what each active endpoint that listens to an event is to be sent, once. */
export async function storeDeliveries(deps: ViewDeps, event: StoredEvent<AnnouncedEvent>): Promise<void> {
  const { em } = deps;
  const announcement = announcementOf(event);
  if (announcement === null) return;
  const listeners = await findListeners(em, announcement.event);
  if (listeners.length === 0) return;
  const timestamp = await findEventTime(em, event.id);
  // Done long ago.
  if (timestamp === undefined) return;
  for (let done = 0; done < announcement.ids.length; done += BATCH) {
    const batch = { ...announcement, ids: announcement.ids.slice(done, done + BATCH) };
    await storeBatch(deps, batch, { eventId: event.id, timestamp, listeners });
  }
}

async function storeBatch(
  deps: ViewDeps,
  announcement: Announcement,
  { eventId, timestamp, listeners }: { eventId: string; timestamp: string; listeners: string[] },
): Promise<void> {
  const { event } = announcement;
  const views = await viewObjects(deps, announcement);
  const deliveries = [...views].flatMap(([objectId, data]) => {
    const body = bodyOf(event, timestamp, data);
    return listeners.map((webhookId) => ({ id: newId(), webhookId, event, eventId, objectId, body }));
  });
  await deps.em.transactional((em) => insertDeliveries(em, deliveries));
}

function bodyOf(type: WebhookEvent, timestamp: string, data: object): string {
  return JSON.stringify({ type, timestamp, data });
}

async function insertDeliveries(em: EntityManager, deliveries: readonly NewDelivery[], isDemanded = false) {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  await db(em)
    .insertInto('webhookDelivery')
    .columns([...names, 'isDemanded'])
    .expression(({ selectFrom }) =>
      selectFrom(rowsAs('row', columns, deliveries))
        .select(names.map((name) => `row.${name}` as const))
        .select(sql<boolean>`${isDemanded}::boolean`.as('isDemanded')),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  notifyAfterCommit(em, DELIVERIES_CHANNEL);
}

async function findListeners(em: EntityManager, event: WebhookEvent): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('webhook')
    .select('id')
    .where('isActive', '=', true)
    .where(sql<boolean>`events && ${[event, ALL_EVENTS]}::text[]`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Sends an endpoint a test event, with the endpoint as its data. @returns its `webhook-id` @throws AppError notFound */
export async function sendTest(em: EntityManager, webhookId: string): Promise<string> {
  const id = newId();
  await em.transactional(async (em) => {
    const data = presentWebhook(await findWebhook(em, webhookId));
    const event = 'webhook.test';
    const body = bodyOf(event, new Date().toISOString(), data);
    await insertDeliveries(em, [{ id, webhookId, event, eventId: newId(), objectId: webhookId, body }], true);
  });
  return id;
}

/**
 * Sends a delivery again, with the same bytes and the same id, however it ended.
 * @param tryId one of its tries
 * @returns its `webhook-id`
 * @throws AppError notFound
 */
export async function replayDelivery(em: EntityManager, actor: Actor, tryId: string): Promise<string> {
  const notFound = () => new AppError('notFound', m.webhooks.deliveryNotFound());
  return em.transactional(async (em) => {
    const { deliveryId } = await db(em)
      .selectFrom('webhookTry')
      .select('deliveryId')
      .where('id', '=', tryId)
      .executeTakeFirstOrThrow(notFound);
    const { webhookId, event } = await db(em)
      .updateTable('webhookDelivery')
      .set({ state: 'waiting', step: 0, isDemanded: true, nextAt: sql<string>`now()` })
      .where('id', '=', deliveryId)
      .returning(['webhookId', 'event'])
      .executeTakeFirstOrThrow(notFound);
    const { url } = await findWebhook(em, webhookId);
    notifyAfterCommit(em, DELIVERIES_CHANNEL);
    const changes = { event: { from: null, to: event }, delivery: { from: null, to: deliveryId } };
    audit(em, actor, { action: 'webhook.replayed', subjectId: webhookId, subjectName: url, changes });
    return deliveryId;
  });
}

/** Removes what was to be sent to a deleted endpoint. */
export async function forgetDeliveries(em: EntityManager, { webhookId }: EventMap['webhook.deleted']): Promise<void> {
  await removeInBatches(em, 'webhook_delivery', sql`webhook_id = ${webhookId}`);
  await removeInBatches(em, 'webhook_try', sql`webhook_id = ${webhookId}`);
}

/**
 * Removes deliveries, with their tries, that were last tried at least `olderThan` milliseconds ago, and those to deleted
 * endpoints that were stored or tried while others were removed.
 */
export async function removeOldDeliveries(em: EntityManager, olderThan: number): Promise<void> {
  await removeInBatches(em, 'webhook_delivery', sql`changed_at <= ${ago(olderThan)}`);
  await removeInBatches(em, 'webhook_try', sql`started_at <= ${ago(olderThan)}`);
  const isLeft = sql`webhook_id not in (select id from webhook)`;
  await removeInBatches(em, 'webhook_delivery', isLeft);
  await removeInBatches(em, 'webhook_try', isLeft);
}

/** How many deliveries wait for a try. */
export async function countWaiting(em: EntityManager): Promise<number> {
  const { count } = await db(em)
    .selectFrom('webhookDelivery')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('nextAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}
