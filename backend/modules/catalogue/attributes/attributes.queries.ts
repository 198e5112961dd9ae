import type { InferResult } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { db } from '../catalogue.tables.ts';

export type AttributeRow = InferResult<ReturnType<typeof attributes>>[number];

function attributes(em: EntityManager) {
  return db(em)
    .selectFrom('attribute')
    .select(['id', 'categoryId', 'code', 'name', 'type', 'unit', 'isFilterable', 'position']);
}

/** The attributes of a category in the order in which they are shown. */
export function listAttributes(em: EntityManager, categoryId: string): Promise<AttributeRow[]> {
  return attributes(em).where('categoryId', '=', categoryId).orderBy('position').orderBy('id').execute();
}

export function findAttribute(em: EntityManager, id: string): Promise<AttributeRow | undefined> {
  return attributes(em).where('id', '=', id).executeTakeFirst();
}
