import type { MailKind } from '#contract/mails.ts';
import type { EntityManager } from '../../../core/database/db.ts';
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

export type MailRecipient = { userId: string; username: string; email: string; verifiedAt: string | null };

/** An active user who may receive this kind of mail. */
export async function findRecipient(
  em: EntityManager,
  kind: MailKind,
  userId: string,
): Promise<MailRecipient | undefined> {
  const user = await db(em)
    .selectFrom('userAccount')
    .select(['id as userId', 'username', 'email', 'verifiedAt'])
    .where('id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst();
  return user && mayReceive(kind, user) ? user : undefined;
}
