import { type AuditColumn, type AuditEntryView, auditColumns } from '#contract/audit.ts';
import { getAuditEntries } from '../../adminApi/audit.ts';
import { createTable } from './table.ts';

/** What admins have done, the latest first unless asked otherwise. */
export const auditTable = createTable<AuditEntryView, AuditColumn>({
  columns: auditColumns,
  sort: 'date',
  direction: 'desc',
  filters: ['subject'],
  load: async (request) => {
    const { entries, total } = await getAuditEntries(request);
    return { rows: entries, total };
  },
});
