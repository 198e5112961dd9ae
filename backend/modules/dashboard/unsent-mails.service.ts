import { sql } from 'kysely';
import { type MailKind, mailNames, type UnsentMailColumn, type UnsentMailView } from '#contract/shop/mails.ts';
import type { TableQuery } from '#contract/table.ts';
import { m } from '#messages';
import { inLanguage } from '#messages/context.ts';
import { DEFAULT_LANGUAGE } from '#messages/languages.ts';
import { type Actor, audit } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { AppError } from '../../core/errors.ts';
import { countFailed, type FailedEvent, listFailed } from '../../core/events/failed-events.ts';
import { retryFailed, type StoredEvent } from '../../core/events/outbox.ts';
import { findReportEmails, reportsFrom } from '../comments/comment-reports.queries.ts';
import { ordersMatching } from '../orders/dashboard/orders.admin.queries.ts';
import { findOrderRecipients } from '../orders/orders.queries.ts';
import { findWithdrawalEmails, withdrawalsFrom } from '../orders/withdrawals/withdrawals.queries.ts';
import { findEmails, findResetEmails, resetsRequestedFor, usersNamed } from '../users/accounts/users.queries.ts';

/** The events whose job sends a mail. */
const mails = {
  'order.paid': 'orderConfirmation',
  'order.shipped': 'shipment',
  'order.refunded': 'refund',
  'order.canceled': 'cancellation',
  'order.mailResendRequested': 'resend',
  'return.changed': 'return',
  'return.overdue': 'returnOverdue',
  'withdrawal.received': 'withdrawal',
  'order.disputed': 'dispute',
  'order.refundFailed': 'refundFailure',
  'stock.low': 'lowStock',
  'comment.decided': 'commentDecision',
  'commentReport.decided': 'reportDecision',
  'user.passwordResetRequested': 'passwordReset',
  'user.loginAttacked': 'loginWarning',
  'user.secondFactorsChanged': 'secondFactors',
  'user.verificationRequested': 'emailVerification',
  'user.passwordChanged': 'passwordChange',
  'user.roleChanged': 'roleChange',
  'webhook.switchedOff': 'webhookSwitchedOff',
} as const satisfies Record<string, MailKind>;

type MailEvent = keyof typeof mails;
export const mailEvents = Object.keys(mails) as MailEvent[];

export function countUnsentMails(em: EntityManager): Promise<number> {
  return countFailed(em, mailEvents);
}

/** A page of the mails that the shop gave up on. The search covers recipients and order numbers. */
export async function listUnsentMails(em: EntityManager, query: TableQuery<UnsentMailColumn>) {
  const { search } = query;
  const matches = sql<boolean>`((payload->>'orderId')::uuid in (${ordersMatching(em, search)})
    or (payload->>'requestId')::uuid in (${resetsRequestedFor(em, search).select('id')})
    or (payload->>'withdrawalId')::uuid in (${withdrawalsFrom(em, search)})
    or (payload->>'reportId')::uuid in (${reportsFrom(em, search)})
    or (payload->>'userId')::uuid in (${usersNamed(em, search)}))`;
  const { rows, total } = await listFailed(em, mailEvents, query, search === '' ? undefined : matches);
  return { rows: await withRecipients(em, rows), total };
}

async function withRecipients(em: EntityManager, events: FailedEvent<MailEvent>[]): Promise<UnsentMailView[]> {
  const [orders, resetEmails, reportEmails, withdrawalEmails, userEmails] = await Promise.all([
    findOrderRecipients(em, idsIn(events, 'orderId')),
    findResetEmails(em, idsIn(events, 'requestId')),
    findReportEmails(em, idsIn(events, 'reportId')),
    findWithdrawalEmails(em, idsIn(events, 'withdrawalId')),
    findEmails(em, idsIn(events, 'userId')),
  ]);
  return events.map((event) => {
    const { orderId = '', requestId = '', reportId = '', withdrawalId = '', userId = '' } = event.payload as Ids;
    const order = orders.get(orderId);
    return {
      _id: event.id,
      mail: mails[event.name],
      orderNumber: order?.number ?? null,
      to:
        order?.email ??
        resetEmails.get(requestId) ??
        userEmails.get(userId) ??
        reportEmails.get(reportId) ??
        withdrawalEmails.get(withdrawalId) ??
        null,
      date: new Date(event.createdAt).toISOString(),
      reason: event.reason,
    };
  });
}

/** What a payload may have to tell whom a mail is for. */
type Ids = { orderId?: string; requestId?: string; reportId?: string; withdrawalId?: string; userId?: string };

function idsIn(events: readonly StoredEvent<MailEvent>[], name: keyof Ids): string[] {
  return events.flatMap(({ payload }) => (payload as Ids)[name] ?? []);
}

/** Retries a mail that the shop gave up on. Only one of two concurrent retries succeeds. @throws AppError notFound */
export function retryMail(em: EntityManager, admin: Actor, eventId: string): Promise<void> {
  return em.transactional(async (em) => {
    const [event] = await retryFailed(em, mailEvents, eventId);
    if (event === undefined) throw new AppError('notFound', m.mails.notFound());
    const [order] = (await findOrderRecipients(em, idsIn([event], 'orderId'))).values();
    const name = inLanguage(DEFAULT_LANGUAGE, mailNames[mails[event.name]]);
    const subjectName = order ? `${name}, order ${order.number}` : name;
    audit(em, admin, { action: 'mail.retried', subjectId: eventId, subjectName });
  });
}

/**
 * Retries all mails that the shop gave up on.
 * @returns their number
 * @throws AppError notFound if there are none
 */
export function retryAllMails(em: EntityManager, admin: Actor): Promise<number> {
  return em.transactional(async (em) => {
    const events = await retryFailed(em, mailEvents);
    if (events.length === 0) throw new AppError('notFound', m.mails.allRetried());
    const subjectName = inLanguage(DEFAULT_LANGUAGE, () => m.mails.counted({ count: events.length }));
    audit(em, admin, { action: 'mail.retried', subjectId: null, subjectName });
    return events.length;
  });
}
