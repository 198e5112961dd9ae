import type { InferResult } from 'kysely';
import type {
  ALL_EVENTS,
  ListedWebhookView,
  WebhookDeliveryView,
  WebhookEvent,
  WebhookView,
} from '#contract/integration/webhooks.ts';
import type { TableQuery } from '#contract/table.ts';
import { m } from '#messages';
import type { EntityManager } from '../../core/database/db.ts';
import { isoDate } from '../../core/database/iso-date.ts';
import { countRows, readPage } from '../../core/database/table.ts';
import { AppError } from '../../core/errors.ts';
import { userNames } from '../users/accounts/users.queries.ts';
import { db } from './webhooks.tables.ts';

export type WebhookRow = InferResult<ReturnType<typeof webhooks>>[number];

export const webhookNotFound = () => new AppError('notFound', m.webhooks.notFound());

function webhooks(em: EntityManager) {
  return db(em)
    .selectFrom('webhook')
    .leftJoin(userNames(em).as('author'), 'author.id', 'webhook.authorId')
    .select(['webhook.id', 'webhook.url', 'webhook.isActive', 'webhook.createdAt', 'webhook.failingSince'])
    .select(['webhook.switchedOff', 'webhook.authorId', 'author.username as createdBy', 'webhook.events'])
    .$narrowType<{ events: (WebhookEvent | typeof ALL_EVENTS)[] }>();
}

export function presentWebhook({ id, authorId: _, createdAt, failingSince, ...webhook }: WebhookRow): WebhookView {
  return { _id: id, ...webhook, createdAt: isoDate(createdAt), failingSince: failingSince && isoDate(failingSince) };
}

/** All endpoints, the oldest first. */
export async function listWebhooks(em: EntityManager): Promise<ListedWebhookView[]> {
  const rows = await webhooks(em)
    .select(({ selectFrom }) =>
      selectFrom('webhookDelivery')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('webhookDelivery.webhookId', '=', 'webhook.id')
        .where('webhookDelivery.nextAt', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('waiting'),
    )
    .orderBy('webhook.id')
    .execute();
  return rows.map(({ waiting, ...row }) => ({ ...presentWebhook(row), waiting }));
}

/** @throws AppError notFound */
export function findWebhook(em: EntityManager, id: string): Promise<WebhookRow> {
  return webhooks(em).where('webhook.id', '=', id).executeTakeFirstOrThrow(webhookNotFound);
}

/** A page of the tries at an endpoint, newest first. @throws AppError notFound */
export async function listDeliveries(
  em: EntityManager,
  webhookId: string,
  query: TableQuery<'date'>,
): Promise<{ deliveries: WebhookDeliveryView[]; total: number }> {
  await findWebhook(em, webhookId);
  const found = db(em).selectFrom('webhookTry').where('webhookTry.webhookId', '=', webhookId);
  const page = await readPage(
    query,
    { columns: { date: 'webhookTry.id' }, ties: ['webhookTry.id'], tieDirection: query.direction },
    found
      .innerJoin('webhookDelivery as delivery', 'delivery.id', 'webhookTry.deliveryId')
      .select(['webhookTry.id', 'delivery.event', 'delivery.id as webhookId', 'status', 'durationMs', 'response'])
      .select(['failure', 'startedAt', 'number', 'webhookTry.nextAt', 'delivery.state']),
    countRows(em, found),
  );
  const deliveries = page.rows.map(({ id, startedAt, number, nextAt, ...row }) => ({
    _id: id,
    ...row,
    date: isoDate(startedAt),
    try: number,
    nextAt: nextAt && isoDate(nextAt),
  }));
  return { deliveries, total: page.total };
}
