import { defineEntity, p } from '@mikro-orm/core';
import type { AuditAction, AuditChanges } from '#contract/audit.ts';
import { id, now } from './columns.ts';

export const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    /** Ids grow with time: they are the order of the trail. */
    id: id(),
    /** No foreign keys: an entry outlives who did it and what it was done to. */
    actorId: p.uuid(),
    actorName: p.text(),
    action: p.text().$type<AuditAction>(),
    subjectId: p.uuid().nullable(),
    subjectName: p.text(),
    changes: p.json<AuditChanges>(),
    createdAt: now(),
  },
});

/** Who changed what, and when. Rows are only ever added. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
