import bowser from 'bowser';
import { sql } from 'kysely';
import { RECENT_AUTHENTICATION } from '#contract/users/factors.ts';
import type { SessionView } from '#contract/users/users.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { isoDate } from '../../../core/database/iso-date.ts';
import { ago, prepared } from '../../../core/database/queries.ts';
import { AppError } from '../../../core/errors.ts';
import type { Caller } from '../../../core/http/http.ts';
import { hashToken, newToken, SESSION_LIFETIME } from '../../../core/http/sessions.ts';
import { rateLimitKey } from '../../../core/limits/rate-limit.ts';
import { db } from '../accounts/users.tables.ts';
import { hasSecondFactor } from '../factors/factors.queries.ts';

/** Who logs in: the User-Agent, and the address as in Koa's `ip`. */
export type Client = { userAgent: string; address: string };

export type StartedSession = { token: string; userId: string };

/** Characters. Browsers send about 150. */
const USER_AGENT_MAX = 300;

/** The current day in UTC. */
const today = sql<string>`(now() at time zone 'utc')::date`;

/**
 * Starts a session for a user whose password, hashed as `passwordHash`, has just been checked.
 * @returns its token, which is not stored
 * @throws AppError unauthenticated if the password has changed or the user has become inactive meanwhile
 */
export async function startSession(
  em: EntityManager,
  userId: string,
  passwordHash: string,
  client: Client,
): Promise<string> {
  return em.transactional(async (em) => {
    await lockAuthenticated(em, userId, passwordHash);
    return openSession(em, userId, client);
  });
}

/**
 * Locks an active user whose password has been checked, until the transaction ends: a password change waits, so that it
 * sees a session or a challenge that begins, and ends it too.
 * @param passwordHash the hash that was checked; absent if a challenge, which ends with the password, stands for it
 * @throws AppError unauthenticated if the password has changed or the user has become inactive meanwhile
 */
export async function lockAuthenticated(em: EntityManager, userId: string, passwordHash?: string): Promise<void> {
  let account = db(em).selectFrom('userAccount').select('id').where('id', '=', userId).where('active', '=', true);
  if (passwordHash !== undefined) account = account.where('passwordHash', '=', passwordHash);
  const unchanged = await account.forShare().executeTakeFirst();
  if (unchanged === undefined) throw new AppError('unauthenticated', m.users.wrongCredentials());
}

/** Starts a session, in the transaction that holds its user's lock. @returns its token, which is not stored */
export async function openSession(em: EntityManager, userId: string, { userAgent, address }: Client): Promise<string> {
  const token = newToken();
  await db(em)
    .insertInto('session')
    .values({
      tokenHash: hashToken(token),
      userId,
      userAgent: userAgent.slice(0, USER_AGENT_MAX),
      network: networkOf(address),
      lastUsedOn: today,
      expiresAt: ago(-SESSION_LIFETIME),
    })
    .execute();
  return token;
}

/** An address without the part that identifies a household: "203.0.113.x", or "2001:db8:1::/48". */
function networkOf(address: string): string {
  return rateLimitKey(address)
    .replace(/\.\d+$/, '.x')
    .replace(/:[^:]+::\/64$/, '::/48');
}

const callersWithToken = prepared((em, tokenHash: string) =>
  db(em)
    .selectFrom('session')
    .innerJoin('userAccount', 'userAccount.id', 'session.userId')
    .select(['userAccount.id as userId', 'username', 'email', 'role', 'tokenHash'])
    .select([
      sql<boolean>`coalesce(reauthenticated_at, session.created_at) > ${ago(RECENT_AUTHENTICATION)}`.as('isRecent'),
      sql<boolean>`role <> 'user' and not ${hasSecondFactor(em)}`.as('hasOnlyPassword'),
      sql<boolean>`last_used_on is not distinct from ${today}`.as('wasUsedToday'),
    ])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<string>`now()`)
    .where('active', '=', true),
);

/**
 * Finds the user of a token: null if the token is unknown, expired or revoked, or the user is inactive.
 * @param requiresSecondFactor whether staff need one
 */
export function findCallers({ requiresSecondFactor }: { requiresSecondFactor: boolean }) {
  return async (em: EntityManager, tokenHash: string): Promise<Caller | null> => {
    const [found] = await callersWithToken(em, tokenHash);
    if (found === undefined) return null;
    const { hasOnlyPassword, wasUsedToday, ...caller } = found;
    if (!wasUsedToday) await recordUse(em, tokenHash);
    return { ...caller, lacksSecondFactor: requiresSecondFactor && hasOnlyPassword, key: null };
  };
}

/** Once a day, so that requests needn't write. */
async function recordUse(em: EntityManager, tokenHash: string): Promise<void> {
  await db(em).updateTable('session').set({ lastUsedOn: today }).where('tokenHash', '=', tokenHash).execute();
}

/** The id under which users see a session. Derived from its key, so that older sessions have one, too. */
const sessionId = sql<string>`left(encode(sha256(token_hash::bytea), 'hex'), 32)::uuid`;

/** The sessions of a user that have not ended, newest first. */
export async function listSessions(
  em: EntityManager,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
): Promise<SessionView[]> {
  const sessions = await db(em)
    .selectFrom('session')
    .select([sessionId.as('id'), 'tokenHash', 'userAgent', 'network', 'createdAt', 'lastUsedOn'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<string>`now()`)
    .orderBy('createdAt', 'desc')
    .execute();
  return sessions.map(({ id, userAgent, network, createdAt, lastUsedOn, ...session }) => {
    const date = isoDate(createdAt);
    return {
      _id: id,
      device: describeDevice(userAgent),
      network: network ?? '',
      date,
      lastUsed: lastUsedOn ?? date.slice(0, 10),
      isCurrent: session.tokenHash === tokenHash,
    };
  });
}

/** Names the device of a User-Agent, such as "Firefox on Windows"; '' if it is unknown. */
function describeDevice(userAgent: string | null): string {
  if (!userAgent) return '';
  const { browser, os } = bowser.parse(userAgent);
  const system = os.name ?? '';
  return browser.name && system ? m.users.device({ browser: browser.name, system }) : (browser.name ?? system);
}

/** Ends a session of a user. @throws AppError notFound */
export async function endSessionWithId(em: EntityManager, userId: string, id: string): Promise<void> {
  const ended = await db(em)
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where(sessionId, '=', id)
    .returning('userId')
    .executeTakeFirst();
  if (ended === undefined) throw new AppError('notFound', m.users.sessionNotFound());
}

/** Ends one session. Idempotent. */
export async function endSession(em: EntityManager, tokenHash: string): Promise<void> {
  await db(em).deleteFrom('session').where('tokenHash', '=', tokenHash).execute();
}

/**
 * Ends all sessions of a user. Call it after the change that requires it, in the same transaction: a concurrent login
 * has then either failed or left a session to end, or a challenge for a second step.
 */
export async function endAllSessions(em: EntityManager, userId: string): Promise<void> {
  await db(em).deleteFrom('session').where('userId', '=', userId).execute();
  await db(em).deleteFrom('authenticationChallenge').where('userId', '=', userId).execute();
}
