import { WRONG_CREDENTIALS } from '#contract/users.input.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Caller } from '../../core/http.ts';
import { hashToken, newToken, SESSION_LIFETIME } from '../../core/sessions.ts';
import { Session } from './session.entity.ts';

/**
 * Starts a session for a user whose password, hashed as `passwordHash`, has just been checked.
 * @returns its token, which is stored nowhere
 * @throws AppError unauthenticated if the password was changed, or the user made inactive, in the meantime
 */
export async function startSession(em: EntityManager, userId: string, passwordHash: string): Promise<string> {
  const token = newToken();
  await em.transactional(async (em) => {
    // The lock makes a change of the password wait, so that it sees this session, and ends it with the others.
    const unchanged = await em.execute<unknown[]>(
      'select 1 from user_account where id = ? and active and password_hash = ? for share',
      [userId, passwordHash],
    );
    if (unchanged.length === 0) throw new AppError('unauthenticated', WRONG_CREDENTIALS);
    await em.execute('delete from session where user_id = ? and expires_at <= now()', [userId]);
    em.create(Session, {
      tokenHash: hashToken(token),
      user: userId,
      expiresAt: new Date(Date.now() + SESSION_LIFETIME),
    });
  });
  return token;
}

/** Who a token belongs to; null if it is unknown, expired or revoked, or its user is inactive. */
export async function findCaller(em: EntityManager, tokenHash: string): Promise<Caller | null> {
  const [caller] = await em.execute<Caller[]>(
    `select u.id as "userId", u.username, u.email, u.role, s.token_hash as "tokenHash"
     from session s join user_account u on u.id = s.user_id
     where s.token_hash = ? and s.expires_at > now() and u.active`,
    [tokenHash],
  );
  return caller ?? null;
}

/** Ends one session. Ending it twice changes nothing. */
export async function endSession(em: EntityManager, tokenHash: string): Promise<void> {
  await em.execute('delete from session where token_hash = ?', [tokenHash]);
}

/**
 * Ends all sessions of a user. Call it after the change that is the reason, in the same transaction: a login that is
 * under way has then either failed or left a session to end.
 */
export async function endAllSessions(em: EntityManager, userId: string): Promise<void> {
  await em.execute('delete from session where user_id = ?', [userId]);
}
