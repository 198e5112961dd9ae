import type { AuditColumn, AuditEntryView } from '#contract/audit.ts';
import type { TableTotal } from '#contract/table.ts';
import { call } from '../api/call.ts';
import { type TableRequest, tablePath } from './table.ts';

/** One page of what admins have done. */
export function getAuditEntries(
  request: TableRequest<AuditColumn>,
): Promise<TableTotal & { entries: AuditEntryView[] }> {
  return call('GET', tablePath('/admin/audit', request), { quiet: true });
}
