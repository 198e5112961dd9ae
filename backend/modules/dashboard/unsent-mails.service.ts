import { sql } from 'kysely';
import {
  type MailKind,
  mailNames,
  staffMailKinds,
  type UnsentMailColumn,
  type UnsentMailView,
} from '#contract/shop/mails.ts';
import type { TableQuery } from '#contract/table.ts';
import { m } from '#messages';
import { inLanguage } from '#messages/context.ts';
import { DEFAULT_LANGUAGE } from '#messages/languages.ts';
import { type Actor, audit } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { isoDate } from '../../core/database/iso-date.ts';
import { AppError } from '../../core/errors.ts';
import { countFailed, type FailedEvent, listFailed, retryFailed } from '../../core/events/failed-events.ts';
import type { StoredEvent } from '../../core/events/outbox.ts';
import { findReportEmails, reportsFrom } from '../comments/comment-reports.queries.ts';
import { ordersMatching } from '../orders/dashboard/orders.admin.queries.ts';
import { emailFor } from '../orders/mails/order-mails.service.ts';
import { findOrderRecipients, orderBoughtWith } from '../orders/orders.queries.ts';
import { findWithdrawalEmails, withdrawalsFrom } from '../orders/withdrawals/withdrawals.queries.ts';
import { findEmails, findResetEmails, resetsRequestedFor, usersNamed } from '../users/accounts/users.queries.ts';

/** The jobs that send mails. */
const mails = {
  orderConfirmation: 'orderConfirmation',
  shipmentNotice: 'shipment',
  refundNotice: 'refund',
  cancellationNotice: 'cancellation',
  resentMail: 'resend',
  returnNotice: 'return',
  overdueNotice: 'returnOverdue',
  withdrawalReceipt: 'withdrawal',
  disputeNotice: 'dispute',
  refundFailureNotice: 'refundFailure',
  lowStockNotice: 'lowStock',
  commentDecision: 'commentDecision',
  reportDecision: 'reportDecision',
  passwordReset: 'passwordReset',
  loginWarning: 'loginWarning',
  secondFactorsNotice: 'secondFactors',
  emailVerification: 'emailVerification',
  passwordChangeNotice: 'passwordChange',
  roleChangeNotice: 'roleChange',
  switchedOffNotice: 'webhookSwitchedOff',
} as const satisfies Record<string, MailKind>;

type MailJob = keyof typeof mails;
export const mailJobs = Object.keys(mails) as MailJob[];

export function countUnsentMails(em: EntityManager): Promise<number> {
  return countFailed(em, mailJobs);
}

/** A page of the mails that the shop gave up on. The search covers recipients and order numbers. */
export async function listUnsentMails(em: EntityManager, query: TableQuery<UnsentMailColumn>) {
  const { search } = query;
  const orderId = sql<string>`(payload->>'orderId')::uuid`;
  const matches = sql<boolean>`(${orderId} in (${ordersMatching(em, search)})
    or exists (${orderBoughtWith(em, orderId, search)})
    or (payload->>'requestId')::uuid in (${resetsRequestedFor(em, search).select('id')})
    or (payload->>'withdrawalId')::uuid in (${withdrawalsFrom(em, search)})
    or (payload->>'reportId')::uuid in (${reportsFrom(em, search)})
    or (payload->>'userId')::uuid in (${usersNamed(em, search)}))`;
  const { rows, total } = await listFailed(em, mailJobs, query, search === '' ? undefined : matches);
  return { rows: await withRecipients(em, rows), total };
}

async function withRecipients(em: EntityManager, events: FailedEvent<MailJob>[]): Promise<UnsentMailView[]> {
  const [orders, resetEmails, reportEmails, withdrawalEmails, userEmails] = await Promise.all([
    findOrderRecipients(em, idsIn(events, 'orderId')),
    findResetEmails(em, idsIn(events, 'requestId')),
    findReportEmails(em, idsIn(events, 'reportId')),
    findWithdrawalEmails(em, idsIn(events, 'withdrawalId')),
    findEmails(em, idsIn(events, 'userId')),
  ]);
  return events.map((event) => {
    const { orderId = '', requestId = '', reportId = '', withdrawalId = '', userId = '' } = event.payload as Ids;
    const mail = mails[event.job];
    const order = orders.get(orderId);
    const email =
      (order && emailFor(mail, order)) ??
      resetEmails.get(requestId) ??
      userEmails.get(userId) ??
      reportEmails.get(reportId) ??
      withdrawalEmails.get(withdrawalId) ??
      null;
    return {
      _id: event.id,
      mail,
      orderNumber: order?.number ?? null,
      to: staffMailKinds.some((kind) => kind === mail) ? null : email,
      date: isoDate(event.createdAt),
      reason: event.reason,
    };
  });
}

/** What a payload may have to tell whom a mail is for. */
type Ids = { orderId?: string; requestId?: string; reportId?: string; withdrawalId?: string; userId?: string };

function idsIn(events: readonly Pick<StoredEvent, 'payload'>[], name: keyof Ids): string[] {
  return events.flatMap(({ payload }) => (payload as Ids)[name] ?? []);
}

/** Retries a mail that the shop gave up on. Only one of two concurrent retries succeeds. @throws AppError notFound */
export function retryMail(em: EntityManager, admin: Actor, eventId: string): Promise<void> {
  return em.transactional(async (em) => {
    const [event] = await retryFailed(em, mailJobs, eventId);
    if (event === undefined) throw new AppError('notFound', m.mails.notFound());
    const [order] = (await findOrderRecipients(em, idsIn([event], 'orderId'))).values();
    const name = inLanguage(DEFAULT_LANGUAGE, mailNames[mails[event.job]]);
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
    const events = await retryFailed(em, mailJobs);
    if (events.length === 0) throw new AppError('notFound', m.mails.allRetried());
    const subjectName = inLanguage(DEFAULT_LANGUAGE, () => m.mails.counted({ count: events.length }));
    audit(em, admin, { action: 'mail.retried', subjectId: null, subjectName });
    return events.length;
  });
}
