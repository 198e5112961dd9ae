import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { ago } from '../../../core/database/queries.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { pageUrl } from '../../../core/http/page-url.ts';
import { hashToken, newToken } from '../../../core/http/sessions.ts';
import { button, paragraph } from '../../../core/mail/letters/letter.ts';
import { mailUser, type UserMailDeps } from '../accounts/mail-recipients.ts';
import { db } from '../accounts/users.tables.ts';

/** Milliseconds. */
const LINK_LIFETIME = 3 * 24 * 60 * 60 * 1000;

/**
 * Emails an active user the link that verifies their email, unless it is verified. Only the email contains the token; the
 * database stores its hash. It is valid for three days, beside those of earlier requests.
 */
export function sendEmailVerification(
  deps: UserMailDeps,
  { userId, requestId }: EventMap['user.verificationRequested'],
): Promise<void> {
  const token = newToken();
  const compose = () => ({
    title: m.mails.verifyTitle(),
    reference: `email-verification-${requestId}`,
    blocks: [
      paragraph(m.mails.welcome()),
      button(m.mails.confirmEmail(), pageUrl(deps.publicUrl, pageAddress('verifyEmail', { token }))),
      paragraph(m.mails.verifyLinkExpires()),
      paragraph(m.mails.ignoreIfNoAccount()),
    ],
  });
  return mailUser(deps, 'emailVerification', userId, compose, () => storeToken(deps.em, userId, token));
}

/** @returns false if the user is deleted, inactive or verified */
async function storeToken(em: EntityManager, userId: string, token: string): Promise<boolean> {
  const stored = await db(em)
    .insertInto('emailVerification')
    .columns(['tokenHash', 'userId', 'expiresAt'])
    .expression(({ selectFrom, val }) =>
      selectFrom('userAccount')
        .select([val(hashToken(token)).as('tokenHash'), 'id', ago(-LINK_LIFETIME).as('expiresAt')])
        .where('id', '=', userId)
        .where('active', '=', true)
        .where('verifiedAt', 'is', null),
    )
    .returning('tokenHash')
    .executeTakeFirst();
  return stored !== undefined;
}
