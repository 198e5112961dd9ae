import { pagePatterns } from '#contract/page-addresses.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import type { EventMap, SecondFactorChange } from '../../../core/events/events.ts';
import { button, paragraph } from '../../../core/mail/letters/letter.ts';
import type { Mailer } from '../../../core/mail/mailer.ts';
import { findRecipient } from '../accounts/mail-recipients.ts';

const sentences: Record<SecondFactorChange, string> = {
  appAdded: 'An authenticator app was added to your account.',
  appRemoved: 'The authenticator app was removed from your account.',
  passkeyAdded: 'A passkey was added to your account.',
  passkeyRemoved: 'A passkey was removed from your account.',
  recoveryCodesRenewed: 'New recovery codes were created for your account. The old ones no longer work.',
  recoveryCodeUsed: 'Someone logged in to your account with a recovery code. Each code works once.',
  removedByAdmin: 'We turned off two-step login for your account. Your password is now enough to log in.',
};

/** Emails a user that their second factors have changed. */
export async function sendFactorsChanged(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { userId, change, noticeId }: EventMap['user.secondFactorsChanged'],
): Promise<void> {
  const user = await findRecipient(em, 'secondFactors', userId);
  if (user === undefined) return;
  await mailer.send({
    to: user.email,
    reference: `second-factors-${noticeId}`,
    subject: 'Your two-step login changed',
    ...mailer.write({
      title: 'Your two-step login changed',
      blocks: [
        paragraph(`Hi ${user.username},`),
        paragraph(sentences[change]),
        paragraph("If this wasn't you, reset your password and check your two-step login."),
        button('Open your profile', publicUrl + pagePatterns.profile),
      ],
    }),
  });
}
