import type { ReportDecision } from '#contract/comments/comment-reports.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import type { EntityManager } from '../../core/database/db.ts';
import type { EventMap } from '../../core/events/events.ts';
import { pageUrl } from '../../core/http/page-url.ts';
import { type Block, button, heading, paragraph } from '../../core/mail/letters/letter.ts';
import { mailAddress, mailUser, type UserMailDeps } from '../users/accounts/mail-recipients.ts';
import { db } from './comments.tables.ts';

/** Emails the author of a reported comment whether it stays, with the reason, as Regulation (EU) 2022/2065, Art. 17 requires. */
export async function sendCommentDecision(
  deps: UserMailDeps,
  { userId, reportId }: EventMap['comment.decided'],
): Promise<void> {
  const report = await findDecision(deps.em, reportId);
  if (report === undefined) return;
  const { decision, productTitle: product } = report;
  await mailUser(deps, 'commentDecision', userId, () => ({
    title: m.reports.authorTitle({ decision }),
    reference: `comment-decision-${reportId}`,
    blocks: [paragraph(m.reports.authorText({ decision, product })), ...reasonAndContact(deps.publicUrl, report)],
  }));
}

/** Emails who reported a comment whether it stays, with the reason, as Regulation (EU) 2022/2065, Art. 16(5) requires. */
export async function sendReportDecision(
  deps: UserMailDeps,
  { reportId }: EventMap['commentReport.decided'],
): Promise<void> {
  const report = await findDecision(deps.em, reportId);
  // The email may be forgotten meanwhile.
  if (!report?.email) return;
  const { email, language, decision, productTitle: product } = report;
  await mailAddress(deps, { email, language }, () => ({
    title: m.reports.reporterTitle({ decision }),
    reference: `report-decision-${reportId}`,
    blocks: [paragraph(m.reports.reporterText({ decision, product })), ...reasonAndContact(deps.publicUrl, report)],
  }));
}

function reasonAndContact(publicUrl: string, { decisionReason }: { decisionReason: string }): Block[] {
  return [
    heading(m.reports.reason()),
    paragraph(decisionReason),
    paragraph(m.reports.disagree()),
    button(m.mails.contactUs(), pageUrl(publicUrl, pagePatterns.contact)),
  ];
}

function findDecision(em: EntityManager, reportId: string) {
  return db(em)
    .selectFrom('commentReport')
    .select(['email', 'language', 'productTitle', 'decision', 'decisionReason'])
    .where('id', '=', reportId)
    .where('decision', 'is not', null)
    .$narrowType<{ decision: ReportDecision; decisionReason: string }>()
    .executeTakeFirst();
}
