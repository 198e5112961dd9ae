import type { EntityManager } from '@mikro-orm/postgresql';
import type { AuditAction, AuditChanges } from '#contract/audit.ts';
import { AuditEntry } from './audit.entity.ts';
import { newId } from './ids.ts';

/** Who does something, as the audit trail names them. A Caller is one. */
export type Actor = { userId: string; username: string };

type Entry = {
  action: AuditAction;
  subjectId: string | null;
  /** What a person calls the thing. */
  subjectName: string;
  changes?: AuditChanges;
};

/** Notes who did what. Call it inside the transaction that does it: both are stored, or neither. */
export function audit(em: EntityManager, actor: Actor, { changes = {}, ...entry }: Entry): void {
  if (!em.isInTransaction()) throw new Error(`${entry.action} was audited outside a transaction`);
  em.create(AuditEntry, { id: newId(), actorId: actor.userId, actorName: actor.username, ...entry, changes });
}

/** The fields that `after` names and that differ from `before`. */
export function changesBetween<T extends object>(before: T, after: Partial<T>): AuditChanges {
  const changes: AuditChanges = {};
  for (const [field, to] of Object.entries(after)) {
    const from = before[field as keyof T];
    if (to !== undefined && to !== from) changes[field] = { from, to };
  }
  return changes;
}
