import { pagePatterns } from '#contract/page-addresses.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { button, paragraph } from '../../../core/mail/letters/letter.ts';
import type { Mailer } from '../../../core/mail/mailer.ts';
import { findRecipient } from '../accounts/mail-recipients.ts';

/** Emails a user that someone is guessing their password. */
export async function sendLoginAttackWarning(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { userId, warningId }: EventMap['user.loginAttacked'],
): Promise<void> {
  const owner = await findRecipient(em, 'loginWarning', userId);
  if (owner === undefined) return;
  await mailer.send({
    to: owner.email,
    reference: `login-attack-${warningId}`,
    subject: 'Someone is trying to log in to your account',
    ...mailer.write({
      title: 'Someone is trying to log in to your account',
      blocks: [
        paragraph(`Hi ${owner.username},`),
        paragraph('Someone has entered many wrong passwords for your account. We have slowed them down.'),
        paragraph(
          "If your password is long and you don't use it anywhere else, you don't need to do anything. Otherwise, choose a new one: select “Forgot password?” on the login page.",
        ),
        button('Go to the login page', publicUrl + pagePatterns.authorization),
        paragraph('You can still log in on your devices. If a new device has to wait, reset your password there.'),
      ],
    }),
  });
}
