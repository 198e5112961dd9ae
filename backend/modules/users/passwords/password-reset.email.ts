import { sql } from 'kysely';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { isSameName, keyOfEmail } from '../../../core/database/names.ts';
import { ago } from '../../../core/database/queries.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { pageUrl } from '../../../core/http/page-url.ts';
import { hashToken, newToken } from '../../../core/http/sessions.ts';
import { button, paragraph } from '../../../core/mail/letters/letter.ts';
import { mailUser, type UserMailDeps } from '../accounts/mail-recipients.ts';
import { db } from '../accounts/users.tables.ts';

/** Milliseconds. */
const LINK_LIFETIME = 60 * 60 * 1000;

/**
 * Emails a password reset link if the request is current, at most an hour old, and for the email of an active user. Only
 * the email contains the token; the database stores its hash. The token is valid for an hour from just before the email
 * is sent. If a crash leaves it unclear whether the email was sent, a retry sends another token, and the earlier one
 * stays valid.
 */
export async function sendPasswordReset(
  deps: UserMailDeps,
  { requestId }: EventMap['user.passwordResetRequested'],
): Promise<void> {
  const user = await db(deps.em)
    .selectFrom('passwordResetRequest as request')
    .innerJoin('userAccount as user', (join) =>
      join.on(isSameName('"user".email', sql.ref('request.email'), keyOfEmail)),
    )
    .select(['user.id', 'user.email'])
    .where('request.id', '=', requestId)
    .where('request.createdAt', '>', ago(LINK_LIFETIME))
    .executeTakeFirst();
  if (user === undefined) return;
  const token = newToken();
  // Browsers keep the part behind the # to themselves. Password managers save the new password for this login.
  const link = `${pageAddress('resetPassword', { token })}#${new URLSearchParams({ email: user.email })}`;
  const compose = () => ({
    title: m.mails.resetTitle(),
    reference: `password-reset-${requestId}`,
    blocks: [
      paragraph(m.mails.resetRequested()),
      button(m.mails.choosePassword(), pageUrl(deps.publicUrl, link)),
      paragraph(m.mails.resetLinkExpires()),
      paragraph(m.mails.ignoreIfNotYou()),
    ],
  });
  await mailUser(deps, 'passwordReset', user.id, compose, () => storeToken(deps.em, requestId, user.id, token));
}

/** @returns false if the user is no longer active, or a newer request with its own job has replaced this one */
function storeToken(em: EntityManager, requestId: string, userId: string, token: string): Promise<boolean> {
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
