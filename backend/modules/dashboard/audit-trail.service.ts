import type { AuditColumn, AuditSubject } from '#contract/audit.ts';
import type { TableQuery } from '#contract/table.ts';
import type { EntityManager } from '../../core/db.ts';
import { readTable, type TableSource } from '../../core/table.ts';
import type { AuditRow } from './audit-trail.present.ts';

const entries: TableSource<AuditColumn> = {
  select: `e.id, e.created_at as "createdAt", e.actor_name as actor, e.action, e.subject_id as "subjectId",
    e.subject_name as "subjectName", e.changes`,
  from: 'audit_entry e',
  search: ['e.actor_name', 'e.subject_name'],
  // Ids grow with time.
  columns: { date: 'e.id' },
  id: 'e.id',
};

/** What admins have done, as a table shows it; `subject` narrows it to what was done to such things. */
export function listAuditEntries(
  em: EntityManager,
  query: TableQuery<AuditColumn>,
  subject?: AuditSubject,
): Promise<{ rows: AuditRow[]; total: number }> {
  const where = subject && [{ sql: 'starts_with(e.action, ?)', parameters: [`${subject}.`] }];
  return readTable<AuditRow, AuditColumn>(em, { ...entries, where }, query);
}
