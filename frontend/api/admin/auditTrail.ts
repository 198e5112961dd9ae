import { auditColumns } from '#contract/users/audit.ts';
import { call } from '../call.ts';
import { createTable } from './table.ts';

/** The admin actions, newest first by default. */
export const auditTable = createTable({
  load: (query, options) => call<'AuditTrail'>('GET', `/admin/audit?${query}`, options),
  columns: auditColumns,
  sort: 'date',
  direction: 'desc',
  filters: ['subject'],
  rowsOf: ({ entries }) => entries,
});
