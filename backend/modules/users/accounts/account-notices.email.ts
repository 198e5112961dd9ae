import { pagePatterns } from '#contract/page-addresses.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { type Block, button, paragraph } from '../../../core/mail/letters/letter.ts';
import type { Mailer } from '../../../core/mail/mailer.ts';
import { findRecipient } from './mail-recipients.ts';

type MailDeps = { em: EntityManager; mailer: Mailer; publicUrl: string };

/** Emails a user that their password was changed or reset, so that they notice if it wasn't them. */
export async function sendPasswordChange(
  deps: MailDeps,
  { userId, noticeId }: EventMap['user.passwordChanged'],
): Promise<void> {
  await sendNotice(deps, 'passwordChange', { userId, noticeId }, 'Your password was changed', [
    paragraph('The password of your account was changed, and all devices were logged out.'),
    paragraph("If this wasn't you, reset your password now: someone else may know it."),
    button('Go to login', deps.publicUrl + pagePatterns.authorization),
  ]);
}

/** Emails a user that an admin has changed their role. */
export async function sendRoleChange(
  deps: MailDeps,
  { userId, noticeId, role }: EventMap['user.roleChanged'],
): Promise<void> {
  const isStaff = role !== 'user';
  await sendNotice(deps, 'roleChange', { userId, noticeId }, 'Your role has changed', [
    paragraph(isStaff ? `Your role in the shop is now: ${role}.` : 'You no longer have access to the dashboard.'),
    paragraph("If you didn't expect this, contact an admin."),
    ...(isStaff ? [button('Open dashboard', deps.publicUrl + pagePatterns.statistics)] : []),
  ]);
}

async function sendNotice(
  { em, mailer }: MailDeps,
  kind: 'passwordChange' | 'roleChange',
  { userId, noticeId }: { userId: string; noticeId: string },
  title: string,
  blocks: Block[],
): Promise<void> {
  const recipient = await findRecipient(em, kind, userId);
  if (recipient === undefined) return;
  const letter = { title, blocks: [paragraph(`Hi ${recipient.username},`), ...blocks] };
  const reference = `account-notice-${noticeId}`;
  await mailer.send({ to: recipient.email, reference, subject: title, ...mailer.write(letter) });
}
