import type { EntityManager } from '../database/db.ts';
import { ago, queriesOn, type Table } from '../database/queries.ts';
import { removeInBatches } from '../database/remove-in-batches.ts';
import type { AuditEntrySchema } from './audit.entity.ts';

const db = queriesOn<{ auditEntry: Table<typeof AuditEntrySchema> }>();

/** Removes the audit entries that are at least `olderThan` milliseconds old. */
export async function removeOldAuditEntries(em: EntityManager, olderThan: number): Promise<void> {
  await removeInBatches((limit) =>
    db(em)
      .deleteFrom('auditEntry')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('auditEntry').select('id').where('createdAt', '<=', ago(olderThan)).limit(limit),
      ),
  );
}
