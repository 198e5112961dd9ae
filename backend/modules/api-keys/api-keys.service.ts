import { type InferResult, sql } from 'kysely';
import type { ApiKeyInput } from '#contract/integration/api-keys.input.ts';
import { API_KEYS_MAX, type ApiKeyState, type ApiKeyView } from '#contract/integration/api-keys.ts';
import { m } from '#messages';
import { type Actor, audit, changesBetween } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { isoDate } from '../../core/database/iso-date.ts';
import { ago, prepared } from '../../core/database/queries.ts';
import { AppError, found, invalid } from '../../core/errors.ts';
import type { Caller } from '../../core/http/http.ts';
import { KEY_PREFIX, newKeySecret, tokenHashOf } from '../../core/http/sessions.ts';
import { newId } from '../../core/ids.ts';
import { activeStaff, userNames } from '../users/accounts/users.queries.ts';
import { db } from './api-keys.tables.ts';

/** Characters of a secret that the list shows. */
const SHOWN_LENGTH = KEY_PREFIX.length + 6;

/** Milliseconds between two notes of when a key was used, so that calls needn't write. */
const USE_NOTED_EVERY = 60_000;

/** All keys, newest first. */
export async function listApiKeys(em: EntityManager): Promise<ApiKeyView[]> {
  return (await apiKeys(em).orderBy('apiKey.id', 'desc').execute()).map(present);
}

function apiKeys(em: EntityManager) {
  return db(em)
    .selectFrom('apiKey')
    .leftJoin(userNames(em).as('author'), 'author.id', 'apiKey.authorId')
    .leftJoin(activeStaff(em).as('staff'), 'staff.id', 'apiKey.authorId')
    .select(['apiKey.id', 'name', 'scopes', 'prefix', 'expiresAt', 'lastUsedAt', 'createdAt'])
    .select([
      'author.username as createdBy',
      sql<ApiKeyState>`case
        when expires_at <= now() then 'expired' when staff.id is null then 'authorless' else 'active'
      end`.as('state'),
    ]);
}

type ApiKeyRow = InferResult<ReturnType<typeof apiKeys>>[number];

function present({ id, expiresAt, lastUsedAt, createdAt, ...key }: ApiKeyRow): ApiKeyView {
  return {
    _id: id,
    ...key,
    expiresAt: expiresAt && isoDate(expiresAt),
    lastUsedAt: lastUsedAt && isoDate(lastUsedAt),
    createdAt: isoDate(createdAt),
  };
}

/**
 * Adds a key, which may do in the name of its author what its scopes allow.
 * @returns the key, and its secret, which is not stored
 * @throws AppError invalid if it has expired already; conflict if there are too many
 */
export async function addApiKey(
  em: EntityManager,
  author: Actor,
  { name, scopes, expiresAt = null }: ApiKeyInput,
): Promise<{ apiKey: ApiKeyView; secret: string }> {
  const [id, secret] = [newId(), newKeySecret()];
  return em.transactional(async (em) => {
    // Keeps two requests at once from exceeding the limit.
    await em.execute(`select pg_advisory_xact_lock(hashtextextended('api keys', 0))`);
    const { count, isOver } = await db(em)
      .selectFrom('apiKey')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        sql<boolean>`coalesce(${expiresAt}::timestamptz <= now(), false)`.as('isOver'),
      ])
      .executeTakeFirstOrThrow();
    if (isOver) throw invalid({ expiresAt: m.apiKeys.expiresInPast() });
    if (count >= API_KEYS_MAX) throw new AppError('conflict', m.apiKeys.tooMany({ max: API_KEYS_MAX }));
    await db(em)
      .insertInto('apiKey')
      .values({
        id,
        name,
        tokenHash: tokenHashOf(secret) as string,
        prefix: secret.slice(0, SHOWN_LENGTH),
        scopes,
        authorId: author.userId,
        expiresAt,
      })
      .execute();
    const changes = changesBetween({}, { scopes: scopes.join(', '), expiresAt });
    audit(em, author, { action: 'apiKey.added', subjectId: id, subjectName: name, changes });
    const apiKey = present(await apiKeys(em).where('apiKey.id', '=', id).executeTakeFirstOrThrow());
    return { apiKey, secret };
  });
}

/** Deletes a key: its next call is refused. @throws AppError notFound */
export async function deleteApiKey(em: EntityManager, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (em) => {
    const deleted = await db(em).deleteFrom('apiKey').where('id', '=', id).returning('name').executeTakeFirst();
    const { name } = found(deleted, m.apiKeys.notFound());
    audit(em, actor, { action: 'apiKey.deleted', subjectId: id, subjectName: name });
  });
}

const keysWithHash = prepared((em, tokenHash: string) =>
  db(em)
    .selectFrom('apiKey')
    .innerJoin(activeStaff(em).as('author'), 'author.id', 'apiKey.authorId')
    .select(['apiKey.id', 'name', 'scopes', 'tokenHash'])
    .select(['author.id as userId', 'username', 'email', 'role'])
    .select(sql<boolean>`coalesce(last_used_at > ${ago(USE_NOTED_EVERY)}, false)`.as('isUseNoted'))
    .where('tokenHash', '=', tokenHash)
    .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', sql<string>`now()`)])),
);

/**
 * Finds the author of a key, as whom it calls; null if the key is unknown, expired or deleted, or its author is inactive or
 * no longer on the staff. A key needs no second factor and no recent login: creating it took both.
 */
export async function findKeyCaller(em: EntityManager, tokenHash: string): Promise<Caller | null> {
  const [found] = await keysWithHash(em, tokenHash);
  if (found === undefined) return null;
  const { id, name, scopes, isUseNoted, ...author } = found;
  if (!isUseNoted) await noteUse(em, id);
  return { ...author, isRecent: true, lacksSecondFactor: false, key: { id, name, scopes } };
}

async function noteUse(em: EntityManager, id: string): Promise<void> {
  await db(em)
    .updateTable('apiKey')
    .set({ lastUsedAt: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_used_at <= ${ago(USE_NOTED_EVERY)}, true)`)
    .execute();
}
