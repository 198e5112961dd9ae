import type { AuditEntryView } from '#contract/audit.ts';
import type { AuditRow } from '../../core/audit/audit.queries.ts';

/** An entry as the API shows it. */
export function presentAuditEntry(entry: AuditRow): AuditEntryView {
  const { id, actor, action, subjectId, subjectName, changes, createdAt } = entry;
  return { _id: id, actor, action, subjectId, subjectName, changes, date: new Date(createdAt).toISOString() };
}
