import type { InferResult } from 'kysely';
import type { EntityManager } from '../../core/database/db.ts';
import { anyOf } from '../../core/database/queries.ts';
import { db } from './imports.tables.ts';

export type ImportRow = InferResult<ReturnType<typeof imports>>[number];

function imports(em: EntityManager) {
  return db(em)
    .selectFrom('catalogueImport')
    .select([
      'id',
      'fileName',
      'state',
      'progress',
      'linesDone',
      'lineCount',
      'created',
      'updated',
      'unchanged',
      'refused',
      'refusals',
      'failure',
    ])
    .select('createdAt');
}

/** The latest imports, `limit` of them at most, newest first. */
export function listImports(em: EntityManager, limit: number): Promise<ImportRow[]> {
  return imports(em).orderBy('id', 'desc').limit(limit).execute();
}

export function findImport(em: EntityManager, importId: string): Promise<ImportRow | undefined> {
  return imports(em).where('id', '=', importId).executeTakeFirst();
}

/** Those of the given imports that still need their files. */
export async function findOpenImports(em: EntityManager, importIds: readonly string[]): Promise<Set<string>> {
  const rows = await db(em)
    .selectFrom('catalogueImport')
    .select('id')
    .where('id', '=', anyOf(importIds))
    .where('state', 'in', ['waiting', 'running', 'stopped'])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
