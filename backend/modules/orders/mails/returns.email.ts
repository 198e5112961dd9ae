import { REFUND_DUE_DAYS } from '#contract/orders/returns.ts';
import { declarationOf } from '#contract/orders/withdrawals.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { formatMoment } from '#contract/values/dates.ts';
import { m } from '#messages';
import type { EventMap } from '../../../core/events/events.ts';
import { pageUrl } from '../../../core/http/page-url.ts';
import { button, heading, paragraph } from '../../../core/mail/letters/letter.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { mailAddress, mailStaff, type UserMailDeps } from '../../users/accounts/mail-recipients.ts';
import { findReturn } from '../returns/returns.queries.ts';
import { findStatement } from '../withdrawals/withdrawals.queries.ts';

/**
 * Acknowledges a statement with its content and the time of its receipt, which the mail may be behind: Directive 2011/83/EU,
 * Art. 11a (4).
 */
export async function sendAcknowledgement(
  { em, mailer, settings }: UserMailDeps & { settings: ShopSettings },
  { withdrawalId }: EventMap['withdrawal.received'],
): Promise<void> {
  const statement = await findStatement(em, withdrawalId);
  if (statement === undefined) return;
  const { timeZone } = await settings.read(em);
  const { reference, receivedAt, name, email, note } = statement;
  await mailAddress({ em, mailer }, statement, () => ({
    reference: `withdrawal-${withdrawalId}`,
    subject: m.returnMails.acknowledgedSubject({ reference }),
    title: m.withdrawals.received(),
    blocks: [
      paragraph(m.returnMails.acknowledged()),
      {
        kind: 'facts',
        facts: [
          { name: m.withdrawals.reference(), lines: [reference] },
          { name: m.withdrawals.receivedAt(), lines: [formatMoment(receivedAt, timeZone)] },
          { name: m.withdrawals.name(), lines: [name] },
          { name: m.withdrawals.email(), lines: [email] },
        ],
      },
      heading(m.withdrawals.statement()),
      paragraph(declarationOf(statement)),
      ...(note === '' ? [] : [heading(m.withdrawals.note()), paragraph(note)]),
      heading(m.withdrawals.next()),
      paragraph(m.withdrawals.nextCheck()),
      paragraph(m.withdrawals.nextSend({ days: REFUND_DUE_DAYS })),
      paragraph(m.withdrawals.nextRefund({ days: REFUND_DUE_DAYS })),
    ],
  }));
}

/** Emails everyone who may refund orders that the money of a withdrawal is overdue. */
export async function sendOverdueNotice(
  { em, mailer, publicUrl }: UserMailDeps,
  { orderId, returnId }: EventMap['return.overdue'],
): Promise<void> {
  const { reference } = await findReturn(em, returnId);
  await mailStaff({ em, mailer }, 'returnOverdue', 'orders.refund', () => ({
    reference: `return-overdue-${returnId}`,
    subject: m.returnMails.overdueSubject({ reference }),
    title: m.returnMails.overdue(),
    blocks: [
      paragraph(m.returnMails.overdueText({ reference })),
      button(m.mails.viewOrder(), pageUrl(publicUrl, pageAddress('adminOrder', { orderId }))),
    ],
  }));
}
