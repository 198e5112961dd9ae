import { sql } from 'kysely';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError } from '../../../core/errors.ts';
import { emit } from '../../../core/events/outbox.ts';
import { hashToken } from '../../../core/http/sessions.ts';
import { newId } from '../../../core/ids.ts';
import type { RateLimiter } from '../../../core/limits/rate-limit.ts';
import { db } from '../accounts/users.tables.ts';

/** Has a link sent to a user's email that verifies it. Call it in a transaction. */
export function requestVerification(em: EntityManager, userId: string): void {
  emit(em, 'user.verificationRequested', { userId, requestId: newId() });
}

/** Sends a verification link again. @throws AppError conflict if the email is verified; tooMany */
export async function resendVerification(em: EntityManager, limiter: RateLimiter, userId: string): Promise<void> {
  const user = await db(em)
    .selectFrom('userAccount')
    .select('id')
    .where('id', '=', userId)
    .where('verifiedAt', 'is', null)
    .executeTakeFirst();
  if (user === undefined) throw new AppError('conflict', m.users.emailConfirmedBefore());
  const wait = await limiter.take(userId);
  if (wait > 0) {
    const message = m.users.severalLinksSent();
    throw new AppError('tooMany', message, { retryAfter: wait / 1000 });
  }
  await em.transactional(async (em) => requestVerification(em, userId));
}

/**
 * Verifies an email with a token from a mail to it. Idempotent, because mail programs open links, too.
 * @throws AppError malformed if the token is unknown or expired
 */
export async function verifyEmail(em: EntityManager, token: string): Promise<void> {
  const verified = await db(em)
    .updateTable('userAccount')
    .set({ verifiedAt: firstVerification })
    .from('emailVerification')
    .whereRef('userAccount.id', '=', 'emailVerification.userId')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', sql<string>`now()`)
    .returning('userAccount.id')
    .executeTakeFirst();
  if (verified === undefined) throw new AppError('malformed', m.users.linkInvalid());
}

/** The new value of `verifiedAt` once a link sent to the email has been used. */
export const firstVerification = sql<string>`coalesce(verified_at, now())`;
