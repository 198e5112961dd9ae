import type { InferResult } from 'kysely';
import type { TableQuery } from '#contract/table.ts';
import type { AuditColumn, AuditSubject } from '#contract/users/audit.ts';
import type { EntityManager } from '../database/db.ts';
import { isFound } from '../database/names.ts';
import { queriesOn, type Table } from '../database/queries.ts';
import { countRows, readPage } from '../database/table.ts';
import type { AuditEntrySchema } from './audit.entity.ts';

const db = queriesOn<{ auditEntry: Table<typeof AuditEntrySchema> }>();

export type AuditRow = InferResult<ReturnType<typeof entries>>[number];

function entries(em: EntityManager) {
  return db(em)
    .selectFrom('auditEntry')
    .select([
      'id',
      'createdAt',
      'actorName as actor',
      'keyName as key',
      'action',
      'subjectId',
      'subjectName',
      'changes',
    ]);
}

/** The entries of the audit trail that a table shows; `subject` narrows it to actions on one kind of thing. */
export function listAuditEntries(
  em: EntityManager,
  query: TableQuery<AuditColumn>,
  subject?: AuditSubject,
): Promise<{ rows: AuditRow[]; total: number }> {
  let found = entries(em);
  if (subject !== undefined) found = found.where(({ fn, val }) => fn('starts_with', ['action', val(`${subject}.`)]));
  if (query.search !== '') {
    const { search } = query;
    found = found.where(({ or }) => or([isFound('actor_name', search), isFound('subject_name', search)]));
  }
  // Ids grow with time.
  return readPage(query, { columns: { date: 'id' }, ties: ['id'] }, found, countRows(em, found.clearSelect()), {
    isSearch: query.search !== '',
  });
}
