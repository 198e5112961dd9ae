import { type ChangePasswordInput, type ResetPasswordInput, WRONG_CURRENT_PASSWORD } from '#contract/users.input.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { emit } from '../../core/outbox.ts';
import { hashToken } from '../../core/sessions.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { endAllSessions } from './sessions.service.ts';

/**
 * Changes a user's password, and ends all their sessions and requests to reset it.
 * @throws AppError invalid if `currentPassword` is not theirs, also if it was changed in the meantime
 */
export async function changePassword(
  em: EntityManager,
  userId: string,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<void> {
  const [account] = await em.execute<{ passwordHash: string }[]>(
    'select password_hash as "passwordHash" from user_account where id = ?',
    [userId],
  );
  const matches = await verifyPassword(account?.passwordHash ?? null, currentPassword);
  if (account === undefined || !matches) throw invalid({ currentPassword: WRONG_CURRENT_PASSWORD });
  const passwordHash = await hashPassword(newPassword);
  await em.transactional(async (em) => {
    const changed = await em.execute<unknown[]>(
      'update user_account set password_hash = ? where id = ? and password_hash = ? returning id',
      [passwordHash, userId, account.passwordHash],
    );
    if (changed.length === 0) throw invalid({ currentPassword: WRONG_CURRENT_PASSWORD });
    // One that no worker has looked at yet knows the email alone.
    await em.execute(
      `delete from password_reset_request
       where lower(email) = (select lower(email) from user_account where id = ?)`,
      [userId],
    );
    await endAllSessions(em, userId);
  });
}

/**
 * Takes a request to reset the password of an email, in the place of an older one. Whether the email is anybody's is
 * not asked here: for every email the same is done, in the same time.
 */
export async function requestPasswordReset(em: EntityManager, email: string): Promise<void> {
  await em.transactional(async (em) => {
    const requestId = newId();
    await em.execute(
      `insert into password_reset_request (id, email) values (?, ?)
       on conflict (lower(email)) do update set id = excluded.id, email = excluded.email, user_id = null,
         token_hashes = '{}', expires_at = null, created_at = now()`,
      [requestId, email],
    );
    emit(em, 'user.passwordResetRequested', { requestId });
  });
}

function linkIsDead(): AppError {
  return new AppError('malformed', 'This reset link is no longer valid');
}

/**
 * Sets a new password for who holds the token of a reset, which works once, and ends all their sessions.
 * @throws AppError malformed if the token is unknown, used, expired or voided
 */
export async function resetPassword(
  em: EntityManager,
  token: string,
  { newPassword }: ResetPasswordInput,
): Promise<string> {
  const tokenHash = hashToken(token);
  const [request] = await em.execute<{ id: string; userId: string }[]>(
    `select id, user_id as "userId" from password_reset_request
     where ? = any(token_hashes) and expires_at > now() and user_id is not null`,
    [tokenHash],
  );
  if (request === undefined) throw linkIsDead();
  const passwordHash = await hashPassword(newPassword);
  return em.transactional(async (em) => {
    const [changed] = await em.execute<{ email: string }[]>(
      'update user_account set password_hash = ? where id = ? and active returning email',
      [passwordHash, request.userId],
    );
    // The row lock lets one of two at once find the request.
    const used = await em.execute<unknown[]>(
      'delete from password_reset_request where id = ? and expires_at > now() returning id',
      [request.id],
    );
    if (changed === undefined || used.length === 0) throw linkIsDead();
    await endAllSessions(em, request.userId);
    return changed.email;
  });
}
