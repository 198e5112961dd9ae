import { sql } from 'kysely';
import { WRONG_CREDENTIALS } from '#contract/users.input.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Caller } from '../../core/http.ts';
import { prepared } from '../../core/queries.ts';
import { hashToken, newToken, SESSION_LIFETIME } from '../../core/sessions.ts';
import { Session } from './session.entity.ts';
import { db } from './users.tables.ts';

/**
 * Starts a session for a user whose password, hashed as `passwordHash`, has just been checked.
 * @returns its token, which is not stored
 * @throws AppError unauthenticated if the password has changed or the user has become inactive meanwhile
 */
export async function startSession(em: EntityManager, userId: string, passwordHash: string): Promise<string> {
  const token = newToken();
  await em.transactional(async (em) => {
    // The lock makes a password change wait, so that it sees this session and ends it too.
    const unchanged = await db(em)
      .selectFrom('userAccount')
      .select('id')
      .where('id', '=', userId)
      .where('active', '=', true)
      .where('passwordHash', '=', passwordHash)
      .forShare()
      .executeTakeFirst();
    if (unchanged === undefined) throw new AppError('unauthenticated', WRONG_CREDENTIALS);
    await db(em)
      .deleteFrom('session')
      .where('userId', '=', userId)
      .where('expiresAt', '<=', sql<string>`now()`)
      .execute();
    em.create(Session, {
      tokenHash: hashToken(token),
      user: userId,
      expiresAt: new Date(Date.now() + SESSION_LIFETIME),
    });
  });
  return token;
}

const callersWithToken = prepared((em, tokenHash: string) =>
  db(em)
    .selectFrom('session')
    .innerJoin('userAccount', 'userAccount.id', 'session.userId')
    .select(['userAccount.id as userId', 'username', 'email', 'role', 'tokenHash'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<string>`now()`)
    .where('active', '=', true),
);

/** The user of a token; null if the token is unknown, expired or revoked, or the user is inactive. */
export async function findCaller(em: EntityManager, tokenHash: string): Promise<Caller | null> {
  const [caller] = await callersWithToken(em, tokenHash);
  return caller ?? null;
}

/** Ends one session. Idempotent. */
export async function endSession(em: EntityManager, tokenHash: string): Promise<void> {
  await db(em).deleteFrom('session').where('tokenHash', '=', tokenHash).execute();
}

/**
 * Ends all sessions of a user. Call it after the change that requires it, in the same transaction: a concurrent login
 * has then either failed or left a session to end.
 */
export async function endAllSessions(em: EntityManager, userId: string): Promise<void> {
  await db(em).deleteFrom('session').where('userId', '=', userId).execute();
}
