import { defineEntity, p } from '@mikro-orm/core';
import type { AuditAction, AuditChanges } from '#contract/users/audit.ts';
import { id, index, now } from '../database/columns.ts';
import { searchedBy } from '../database/names.ts';

export const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    /** Ids grow with time, and sort the trail. */
    id: id(),
    /** No foreign keys: an entry outlives its actor and its subject. */
    actorId: p.uuid(),
    actorName: p.text(),
    /** The API key by which a program acted in the actor's name; null for themselves. */
    keyName: p.text().nullable(),
    action: p.text().$type<AuditAction>(),
    subjectId: p.uuid().nullable(),
    subjectName: p.text(),
    changes: p.json<AuditChanges>(),
    createdAt: now().index(),
  },
  indexes: [index('audit_entry_search_index', `"audit_entry" using ${searchedBy('actor_name', 'subject_name')}`)],
});

/** An admin's change. Rows are never changed, and removed only after the retention period. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
