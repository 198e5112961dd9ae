import type { MailKind } from '#contract/mails.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { type Letter, paragraph } from '../../../core/mail/letters/letter.ts';
import type { Mailer } from '../../../core/mail/mailer.ts';
import { db } from './users.tables.ts';

/**
 * The mails that also go to an email that isn't verified: links that its owner asks for and that prove it, and those
 * about an order that was paid, which the law requires. Everything else could reach a stranger.
 */
const TO_ANY_EMAIL: readonly MailKind[] = [
  'emailVerification',
  'passwordReset',
  'orderConfirmation',
  'shipment',
  'refund',
  'cancellation',
  'resend',
];

/** Whether the shop may send a user this kind of mail. */
export function mayReceive(kind: MailKind, { verifiedAt }: { verifiedAt?: Date | string | null }): boolean {
  return Boolean(verifiedAt) || TO_ANY_EMAIL.includes(kind);
}

export type UserMailDeps = { em: EntityManager; mailer: Mailer; publicUrl: string };

/** A letter to a user, without its greeting. Its title is the subject of the mail. */
type UserLetter = Letter & { reference: string };

/**
 * Emails an active user who may receive this kind of mail.
 * @param prepare see Mailer
 */
export async function mailUser(
  { em, mailer }: UserMailDeps,
  kind: MailKind,
  userId: string,
  { title, reference, blocks }: UserLetter,
  prepare?: () => Promise<boolean>,
): Promise<void> {
  const user = await db(em)
    .selectFrom('userAccount')
    .select(['username', 'email', 'verifiedAt'])
    .where('id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (user === undefined || !mayReceive(kind, user)) return;
  const letter = { title, blocks: [paragraph(`Hi ${user.username},`), ...blocks] };
  await mailer.send({ to: user.email, reference, subject: title, ...mailer.write(letter) }, prepare);
}
