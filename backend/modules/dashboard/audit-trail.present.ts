import type { AuditEntryView } from '#contract/audit.ts';
import type { AuditRow } from '../../core/audit/audit.queries.ts';

/** An entry as the API shows it. */
export function presentAuditEntry({ id, createdAt, ...entry }: AuditRow): AuditEntryView {
  return { _id: id, ...entry, date: new Date(createdAt).toISOString() };
}
