import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { AuditAction, AuditChanges } from '#contract/users/audit.ts';
import { ago } from '../database/queries.ts';
import { removeInBatches } from '../database/remove-in-batches.ts';
import { newId } from '../ids.ts';
import { AuditEntry } from './audit.entity.ts';

/** The person in an audit entry, such as a Caller, and the API key that acts in their name. */
export type Actor = { userId: string; username: string; key?: { name: string } | null };

type Entry = {
  action: AuditAction;
  subjectId: string | null;
  /** The subject's name at that time. */
  subjectName: string;
  changes?: AuditChanges;
};

/** Adds an audit entry. Call it in the transaction of the change: both are stored, or neither. */
export function audit(em: EntityManager, actor: Actor, { changes = {}, ...entry }: Entry): void {
  if (!em.isInTransaction()) throw new Error(`${entry.action} was audited outside a transaction`);
  const { userId: actorId, username: actorName, key } = actor;
  em.create(AuditEntry, { id: newId(), actorId, actorName, keyName: key?.name ?? null, ...entry, changes });
}

/** The fields in which two states differ. A missing field counts as null, so {} stands for what doesn't exist. */
export function changesBetween(before: object, after: object): AuditChanges {
  const changes: AuditChanges = {};
  for (const field of Object.keys({ ...before, ...after })) {
    const [from = null, to = null] = [before, after].map((state) => (state as Record<string, unknown>)[field]);
    if (from !== to) changes[field] = { from, to };
  }
  return changes;
}

/** Removes the audit entries that are at least `olderThan` milliseconds old. */
export function removeOldAuditEntries(em: EntityManager, olderThan: number): Promise<void> {
  return removeInBatches(em, 'audit_entry', sql`created_at <= ${ago(olderThan)}`);
}
