import type { AuditAction, AuditChanges, AuditEntryView } from '#contract/audit.ts';

/** An entry as the table reads it. */
export type AuditRow = {
  id: string;
  /** As the database writes it. */
  createdAt: string;
  actor: string;
  action: AuditAction;
  subjectId: string | null;
  subjectName: string;
  changes: AuditChanges;
};

/** What the API shows of an entry. */
export function presentAuditEntry({ id, createdAt, ...entry }: AuditRow): AuditEntryView {
  return { _id: id, ...entry, date: new Date(createdAt).toISOString() };
}
