import { type AuditEntryView, auditColumns } from '#contract/audit.ts';
import { createTable } from './table.ts';

/** The admin actions, newest first by default. */
export const auditTable = createTable({
  path: '/admin/audit',
  columns: auditColumns,
  sort: 'date',
  direction: 'desc',
  filters: ['subject'],
  rowsOf: ({ entries }: { entries: AuditEntryView[] }) => entries,
});
