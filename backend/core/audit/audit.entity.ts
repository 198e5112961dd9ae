import { defineEntity, p } from '@mikro-orm/core';
import type { AuditAction, AuditChanges } from '#contract/audit.ts';
import { id, now } from '../database/columns.ts';

export const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    /** Ids grow with time, and sort the trail. */
    id: id(),
    /** No foreign keys: an entry outlives its actor and its subject. */
    actorId: p.uuid(),
    actorName: p.text(),
    action: p.text().$type<AuditAction>(),
    subjectId: p.uuid().nullable(),
    subjectName: p.text(),
    changes: p.json<AuditChanges>(),
    createdAt: now().index(),
  },
  indexes: [
    {
      name: 'audit_entry_search_index',
      expression:
        'create index "audit_entry_search_index" on "audit_entry" using gin (actor_name gin_trgm_ops, subject_name gin_trgm_ops)',
    },
  ],
});

/** An admin's change. Rows are never changed, and removed only after the retention period. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
