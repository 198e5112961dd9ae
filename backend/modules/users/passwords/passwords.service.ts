import { sql } from 'kysely';
import type { ChangePasswordInput, ResetPasswordInput } from '#contract/users/users.input.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { keyOfEmail } from '../../../core/database/names.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import { emit } from '../../../core/events/outbox.ts';
import { hashToken } from '../../../core/http/sessions.ts';
import { newId } from '../../../core/ids.ts';
import { db, emailIs } from '../accounts/users.tables.ts';
import { endAllSessions } from '../sessions/sessions.service.ts';
import { firstVerification } from '../verification/email-verification.service.ts';
import { refuseGuessable } from './password-rules.ts';
import { hashOwnPassword, hashPassword, requireOwnPassword } from './passwords.ts';

/**
 * Changes a user's password, cancels their reset links and ends all their sessions.
 * @throws AppError invalid if `currentPassword` is wrong, or no longer right because of a concurrent change
 */
export async function changePassword(
  em: EntityManager,
  userId: string,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<void> {
  const refusal = { currentPassword: m.users.wrongCurrentPassword() };
  const currentHash = await requireOwnPassword(em, userId, currentPassword, refusal);
  const passwordHash = await hashOwnPassword(newPassword);
  await em.transactional(async (em) => {
    const changed = await db(em)
      .updateTable('userAccount')
      .set({ passwordHash })
      .where('id', '=', userId)
      .where('passwordHash', '=', currentHash)
      .returning('email')
      .executeTakeFirst();
    if (changed === undefined) throw invalid(refusal);
    await cancelPasswordReset(em, changed.email);
    await endAllSessions(em, userId);
    emit(em, 'user.passwordChanged', { userId, noticeId: newId() });
  });
}

/** Cancels the reset links of an email. Takes the email, because a request has no user until its job runs. */
export async function cancelPasswordReset(em: EntityManager, email: string): Promise<void> {
  await db(em).deleteFrom('passwordResetRequest').where(emailIs(email)).execute();
}

/**
 * Stores a request to reset the password of an email, in place of any older one. Does the same for every email, in the
 * same time, so that responses don't reveal which emails have an account.
 */
export async function requestPasswordReset(em: EntityManager, email: string): Promise<void> {
  await em.transactional(async (em) => {
    const request = { id: newId(), email };
    await db(em)
      .insertInto('passwordResetRequest')
      .values(request)
      .onConflict((conflict) =>
        conflict
          .expression(sql.raw(keyOfEmail('email')))
          .doUpdateSet({ ...request, userId: null, tokenHashes: [], expiresAt: null, createdAt: sql`now()` }),
      )
      .execute();
    emit(em, 'user.passwordResetRequested', { requestId: request.id });
  });
}

function linkIsInvalid(): AppError {
  return new AppError('malformed', m.users.resetLinkInvalid());
}

/**
 * Sets a new password with a reset token, which works once, and ends all sessions of its user. The token came by email,
 * so this verifies the email, too.
 * @returns the user's email
 * @throws AppError malformed if the token is unknown, used, expired or canceled; invalid if the password is easy to guess
 */
export async function resetPassword(
  em: EntityManager,
  shopName: string,
  token: string,
  { newPassword }: ResetPasswordInput,
): Promise<string> {
  const request = await db(em)
    .selectFrom('passwordResetRequest as request')
    .innerJoin('userAccount as user', 'user.id', 'request.userId')
    .select(['request.id', 'user.id as userId', 'user.email', 'user.username'])
    .where(sql<boolean>`${hashToken(token)} = any(token_hashes)`)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirst();
  if (request === undefined) throw linkIsInvalid();
  const { email, username } = request;
  await refuseGuessable('newPassword', newPassword, { email, username, shopName });
  const passwordHash = await hashPassword(newPassword);
  return em.transactional(async (em) => {
    const changed = await db(em)
      .updateTable('userAccount')
      .set({ passwordHash, verifiedAt: firstVerification })
      .where('id', '=', request.userId)
      .where('active', '=', true)
      .returning(['id', 'email'])
      .executeTakeFirst();
    // Of two concurrent calls, the row lock lets only one find the request.
    const used = await db(em)
      .deleteFrom('passwordResetRequest')
      .where('id', '=', request.id)
      .where('expiresAt', '>', sql<string>`now()`)
      .returning('id')
      .executeTakeFirst();
    if (changed === undefined || used === undefined) throw linkIsInvalid();
    await endAllSessions(em, changed.id);
    emit(em, 'user.passwordChanged', { userId: changed.id, noticeId: newId() });
    return changed.email;
  });
}
