import type { Journal } from '../journal.ts';
import type { Evidence } from './evidence.ts';
import { checkPresence, countBy, type Finding } from './finding.ts';

/** Checks that each report and each decision is stored once, and that comments are as was last decided. */
export function checkReports({ reports }: Evidence, journal: Journal): Finding[] {
  const decisions = checkPresence(
    'decisions on comments',
    journal.decisions.map(({ reason, outcome }) => ({ key: reason, outcome })),
    // One decision closes all open reports of a comment.
    countBy(
      [...new Map(reports.map((report) => [`${report.commentId} ${report.decisionReason}`, report])).values()],
      ({ decisionReason }) => decisionReason ?? '',
    ),
  );
  const decided = journal.decisions.filter(({ outcome }) => outcome === 'acknowledged');
  for (const [reportId, count] of countBy(decided, ({ reportId }) => reportId)) {
    if (count > 1) decisions.duplicated.push(`${reportId} was decided ${count} times`);
  }
  // The reports are in the order of their decisions.
  const last = new Map(reports.map((report) => [report.commentId, report]));
  for (const { commentId, decision, isApproved } of last.values()) {
    if (decision !== null && isApproved !== (decision === 'kept'))
      decisions.wrong.push(`${commentId} was ${decision}, but is ${isApproved ? '' : 'not '}shown`);
  }
  return [
    checkPresence(
      'reports of comments',
      journal.reports.map(({ reason, outcome }) => ({ key: reason, outcome })),
      countBy(reports, ({ reason }) => reason),
    ),
    decisions,
  ];
}
