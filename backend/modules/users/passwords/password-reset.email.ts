import { sql } from 'kysely';
import { pageAddress } from '#contract/page-addresses.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { ago } from '../../../core/database/queries.ts';
import { hashToken, newToken } from '../../../core/http/sessions.ts';
import { button, type Letter, paragraph } from '../../../core/mail/letters/letter.ts';
import type { Mailer } from '../../../core/mail/mailer.ts';
import { mayReceive } from '../accounts/mail-recipients.ts';
import { db } from '../accounts/users.tables.ts';

/** Milliseconds. */
const LINK_LIFETIME = 60 * 60 * 1000;

type Recipient = { userId: string; username: string; email: string };

/**
 * Emails a password reset link if the request is current, at most an hour old, and for the email of an active user. Only
 * the email contains the token; the database stores its hash. The token is valid for an hour from just before the email
 * is sent. If a crash leaves it unclear whether the email was sent, a retry sends another token, and the earlier one
 * stays valid.
 */
export async function sendPasswordReset(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  requestId: string,
): Promise<void> {
  const recipient = await db(em)
    .selectFrom('passwordResetRequest as request')
    .innerJoin('userAccount as user', (join) => join.on(sql<boolean>`lower("user".email) = lower(request.email)`))
    .select(['user.id as userId', 'user.username', 'user.email', 'user.verifiedAt'])
    .where('request.id', '=', requestId)
    .where('user.active', '=', true)
    .where('request.createdAt', '>', ago(LINK_LIFETIME))
    .executeTakeFirst();
  if (recipient === undefined || !mayReceive('passwordReset', recipient)) return;
  const token = newToken();
  const mail = {
    to: recipient.email,
    reference: `password-reset-${requestId}`,
    subject: 'Reset your password',
    ...mailer.write(letterTo(recipient.username, publicUrl + pageAddress('resetPassword', { token }))),
  };
  await mailer.send(mail, () => storeToken(em, requestId, recipient, token));
}

/** @returns false if the user is no longer active, or a newer request with its own job has replaced this one */
function storeToken(em: EntityManager, requestId: string, { userId }: Recipient, token: string): Promise<boolean> {
  return em.transactional(async (em) => {
    // Lock the user before the request, as deleting a user does, to prevent deadlocks.
    const held = await db(em)
      .selectFrom('userAccount')
      .select('id')
      .where('id', '=', userId)
      .where('active', '=', true)
      .forKeyShare()
      .executeTakeFirst();
    if (held === undefined) return false;
    const stored = await db(em)
      .updateTable('passwordResetRequest')
      .set({
        userId,
        tokenHashes: sql`array_append(token_hashes, ${hashToken(token)})`,
        expiresAt: ago(-LINK_LIFETIME),
      })
      .where('id', '=', requestId)
      .returning('id')
      .executeTakeFirst();
    return stored !== undefined;
  });
}

function letterTo(username: string, link: string): Letter {
  return {
    title: 'Reset your password',
    blocks: [
      paragraph(`Hi ${username},`),
      paragraph('We received a request to reset your password.'),
      button('Choose a new password', link),
      paragraph('The link expires after an hour and works once. A newer link replaces it.'),
      paragraph("If this wasn't you, ignore this email."),
    ],
  };
}
