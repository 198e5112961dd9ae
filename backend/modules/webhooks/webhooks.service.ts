import { sql } from 'kysely';
import type { EditWebhookInput, WebhookInput } from '#contract/integration/webhooks.input.ts';
import { FORMER_SECRET_HOURS, WEBHOOKS_MAX, type WebhookView } from '#contract/integration/webhooks.ts';
import { m } from '#messages';
import { type Actor, audit, changesBetween } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { emit } from '../../core/events/outbox.ts';
import { notifyAfterCommit } from '../../core/events/outbox-notifications.ts';
import { type AddressRules, mayCall } from '../../core/http/public-addresses.ts';
import { newId } from '../../core/ids.ts';
import type { SecretBox } from '../../core/process/secret-box.ts';
import { DELIVERIES_CHANNEL } from './deliveries.service.ts';
import { newWebhookSecret } from './signatures.ts';
import { findWebhook, presentWebhook, type WebhookRow, webhookNotFound } from './webhooks.queries.ts';
import { db } from './webhooks.tables.ts';

export type WebhookRules = {
  secrets: SecretBox;
  addresses: AddressRules;
  httpsOnly: boolean;
};

/**
 * Adds an endpoint.
 * @returns it, and the secret that signs what it gets
 * @throws AppError invalid for an address that the shop must not call; conflict if there are too many
 */
export async function addWebhook(
  em: EntityManager,
  rules: WebhookRules,
  actor: Actor,
  { url, events, isActive = true }: WebhookInput,
): Promise<{ webhook: WebhookView; secret: string }> {
  await refuseAddress(rules, url);
  const id = newId();
  const secret = newWebhookSecret();
  const values = { id, url, events, isActive, secret: rules.secrets.seal(secret, id), authorId: actor.userId };
  const webhook = await em.transactional(async (em) => {
    // Keeps two requests at once from exceeding the limit.
    await em.execute('lock table "webhook" in share row exclusive mode');
    const { count } = await db(em)
      .selectFrom('webhook')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= WEBHOOKS_MAX) throw new AppError('conflict', m.webhooks.tooMany({ max: WEBHOOKS_MAX }));
    await db(em).insertInto('webhook').values(values).execute();
    const added = await findWebhook(em, id);
    const changes = changesBetween({}, audited(added));
    audit(em, actor, { action: 'webhook.added', subjectId: id, subjectName: url, changes });
    return added;
  });
  return { webhook: presentWebhook(webhook), secret };
}

/**
 * Edits an endpoint; absent fields keep their values. Once it is active again, it gets what waited for it.
 * @throws AppError notFound; invalid for an address that the shop must not call
 */
export async function editWebhook(
  em: EntityManager,
  rules: WebhookRules,
  actor: Actor,
  id: string,
  { url, events, isActive }: EditWebhookInput,
): Promise<WebhookView> {
  if (url !== undefined) await refuseAddress(rules, url);
  return em.transactional(async (em) => {
    const before = await lockWebhook(em, id);
    const values = {
      url: url ?? before.url,
      events: events ?? before.events,
      isActive: isActive ?? before.isActive,
    };
    const changes = changesBetween(audited(before), audited({ ...before, ...values }));
    if (Object.keys(changes).length === 0) return presentWebhook(before);
    const isAnew = changes.url !== undefined || changes.isActive !== undefined;
    await db(em)
      .updateTable('webhook')
      .set({ ...values, ...(isAnew && { failingSince: null, switchedOff: null }) })
      .where('id', '=', id)
      .execute();
    notifyAfterCommit(em, DELIVERIES_CHANNEL);
    audit(em, actor, { action: 'webhook.edited', subjectId: id, subjectName: before.url, changes });
    return presentWebhook(await findWebhook(em, id));
  });
}

/** Deletes an endpoint; its deliveries follow in the background. @throws AppError notFound */
export async function deleteWebhook(em: EntityManager, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (em) => {
    const webhook = await lockWebhook(em, id);
    await db(em).deleteFrom('webhook').where('id', '=', id).execute();
    emit(em, 'webhook.deleted', { webhookId: id });
    const changes = changesBetween(audited(webhook), {});
    audit(em, actor, { action: 'webhook.deleted', subjectId: id, subjectName: webhook.url, changes });
  });
}

/**
 * Gives an endpoint a new secret. The former one signs too for FORMER_SECRET_HOURS, and one before it no longer.
 * @throws AppError notFound
 */
export async function rotateSecret(
  em: EntityManager,
  { secrets }: WebhookRules,
  actor: Actor,
  id: string,
): Promise<{ webhook: WebhookView; secret: string }> {
  const secret = newWebhookSecret();
  const webhook = await em.transactional(async (em) => {
    const found = await lockWebhook(em, id);
    await db(em)
      .updateTable('webhook')
      .set(({ ref }) => ({
        secret: secrets.seal(secret, id),
        formerSecret: ref('secret'),
        formerSecretUntil: sql<string>`now() + make_interval(hours => ${FORMER_SECRET_HOURS})`,
      }))
      .where('id', '=', id)
      .execute();
    audit(em, actor, { action: 'webhook.secretRotated', subjectId: id, subjectName: found.url });
    return found;
  });
  return { webhook: presentWebhook(webhook), secret };
}

/** @throws AppError notFound */
async function lockWebhook(em: EntityManager, id: string): Promise<WebhookRow> {
  await db(em)
    .selectFrom('webhook')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(webhookNotFound);
  return findWebhook(em, id);
}

/** @throws AppError invalid for an address that the shop must not call */
async function refuseAddress({ addresses, httpsOnly }: WebhookRules, url: string): Promise<void> {
  if (httpsOnly && !/^https:/i.test(url)) throw invalid({ url: m.webhooks.httpsOnly() });
  if (!(await mayCall(url, addresses))) throw invalid({ url: m.webhooks.notPublic() });
}

/** An endpoint as the audit trail records it. */
function audited({ url, events, isActive }: Pick<WebhookRow, 'url' | 'events' | 'isActive'>) {
  return { url, events: [...events].sort().join(', '), isActive };
}
