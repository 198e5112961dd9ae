import type { ImportView } from '#contract/catalogue/imports.ts';
import { m } from '#messages';
import type { EntityManager } from '../../core/database/db.ts';
import { isoDate } from '../../core/database/iso-date.ts';
import { anyOf } from '../../core/database/queries.ts';
import { found } from '../../core/errors.ts';
import { db } from './imports.tables.ts';

/** The latest imports, `limit` of them at most, newest first, as the API shows them to admins. */
export async function listImports(em: EntityManager, limit: number): Promise<ImportView[]> {
  return (await imports(em).orderBy('id', 'desc').limit(limit).execute()).map(present);
}

/** @throws AppError notFound */
export async function getImport(em: EntityManager, importId: string): Promise<ImportView> {
  return present(found(await imports(em).where('id', '=', importId).executeTakeFirst(), m.imports.notFound()));
}

function imports(em: EntityManager) {
  return db(em)
    .selectFrom('catalogueImport')
    .select(['id', 'fileName', 'isCheck as check', 'state', 'progress', 'linesDone', 'lineCount', 'createdAt'])
    .select(['created', 'updated', 'unchanged', 'newCategories', 'refused', 'refusals', 'failure']);
}

type ImportRow = Omit<ImportView, '_id' | 'date'> & { id: string; createdAt: string };

function present({ id, createdAt, refusals, ...report }: ImportRow): ImportView {
  return {
    _id: id,
    ...report,
    // Older imports did not store the columns.
    refusals: refusals.map((refusal) => ({ ...refusal, columns: refusal.columns ?? [] })),
    date: isoDate(createdAt),
  };
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
