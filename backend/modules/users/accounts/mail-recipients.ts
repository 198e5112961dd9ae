import type { MailKind, StaffMailKind } from '#contract/shop/mails.ts';
import { type Capability, rolesWith } from '#contract/users/capabilities.ts';
import { m } from '#messages';
import { inLanguage } from '#messages/context.ts';
import type { LanguageCode } from '#messages/languages.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { type Letter, paragraph } from '../../../core/mail/letters/letter.ts';
import type { Mail, Mailer } from '../../../core/mail/mailer.ts';
import { spokenLanguage } from '../../settings/settings.queries.ts';
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
  'return',
  'resend',
];

/** Whether the shop may send a user this kind of mail. */
export function mayReceive(kind: MailKind, { verifiedAt }: { verifiedAt?: Date | string | null }): boolean {
  return Boolean(verifiedAt) || TO_ANY_EMAIL.includes(kind);
}

export type UserMailDeps = { em: EntityManager; mailer: Mailer; publicUrl: string };

/** A letter to a user, without its greeting. Without a subject, its title is that of the mail. */
type UserLetter = Letter & Pick<Mail, 'reference'> & Partial<Pick<Mail, 'subject'>>;

/**
 * Emails an active user who may receive this kind of mail.
 * @param compose runs in the user's language
 * @param prepare see Mailer
 */
export async function mailUser(
  { em, mailer }: UserMailDeps,
  kind: MailKind,
  userId: string,
  compose: () => UserLetter,
  prepare?: () => Promise<boolean>,
): Promise<void> {
  const user = await recipients(em).where('id', '=', userId).executeTakeFirst();
  if (user === undefined || !mayReceive(kind, user)) return;
  const write = await mailer.writer(em);
  await mailer.send(writeTo(user, await spokenLanguage(em, user.language), write, compose), prepare);
}

/**
 * Emails each active user who has a capability and may receive this kind of mail.
 * @param compose runs in the language of each
 * @returns whether there is anyone
 * @throws the first failure, after all the others got theirs
 */
export async function mailStaff(
  { em, mailer }: Pick<UserMailDeps, 'em' | 'mailer'>,
  kind: StaffMailKind,
  capability: Capability,
  compose: () => UserLetter,
): Promise<boolean> {
  const candidates = await recipients(em).where('role', 'in', rolesWith(capability)).orderBy('id').execute();
  const staff = candidates.filter((each) => mayReceive(kind, each));
  const write = await mailer.writer(em);
  const failures: unknown[] = [];
  for (const person of staff) {
    const { reference, ...mail } = writeTo(person, await spokenLanguage(em, person.language), write, compose);
    await mailer.send({ reference: `${reference}-${person.id}`, ...mail }).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return staff.length > 0;
}

/** Emails an address that somebody has typed, without a greeting. @param compose runs in `language` */
export async function mailAddress(
  { em, mailer }: Pick<UserMailDeps, 'em' | 'mailer'>,
  { email, language }: { email: string; language: LanguageCode },
  compose: () => UserLetter,
): Promise<void> {
  await mailer.send(
    writeTo({ username: null, email }, await spokenLanguage(em, language), await mailer.writer(em), compose),
  );
}

type Recipient = Awaited<ReturnType<ReturnType<typeof recipients>['execute']>>[number];

function recipients(em: EntityManager) {
  return db(em)
    .selectFrom('userAccount')
    .select(['id', 'username', 'email', 'verifiedAt', 'language'])
    .where('active', '=', true);
}

function writeTo(
  { username, email }: Pick<Recipient, 'email'> & { username: string | null },
  language: LanguageCode,
  write: Awaited<ReturnType<Mailer['writer']>>,
  compose: () => UserLetter,
): Mail {
  return inLanguage(language, () => {
    const { title, subject = title, reference, blocks } = compose();
    const greeting = username === null ? [] : [paragraph(m.mails.hi({ name: username }))];
    const letter = { title, blocks: [...greeting, ...blocks] };
    return { to: email, reference, subject, ...write(letter) };
  });
}
