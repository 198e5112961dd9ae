import { type InferResult, sql } from 'kysely';
import { MAX } from 'uuid';
import { readInBatches } from '../../core/batches.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { shownPictures } from '../pictures/pictures.queries.ts';
import { db } from './catalogue.tables.ts';

export type ExportedProduct = InferResult<ReturnType<typeof productsBefore>>[number];

const BATCH = 500;

function productsBefore(em: EntityManager, last: string) {
  const images = shownPictures(em, 'product')
    .where('shown.ownerId', '=', sql.ref<string>('product.id'))
    .orderBy('position');
  return db(em)
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.categoryId')
    .select(['product.id', 'product.title', 'product.description', 'product.priceCents', 'product.rating'])
    .select(['product.categoryId', 'category.name as categoryName', 'product.createdAt'])
    .select(['product.attributes', 'product.stock', 'product.isPublished', 'product.family', 'product.options'])
    .select(({ fn, selectFrom }) => [
      fn<number>('cardinality', ['product.allRatings']).as('ratings'),
      sql<string[]>`array(${selectFrom(images.as('gallery')).select('gallery.image')})`.as('images'),
    ])
    .where('product.id', '<', last)
    .orderBy('product.id', 'desc')
    .limit(BATCH);
}

/**
 * Reads all products for an export, newest first, in batches. Holds no transaction open: products added or
 * deleted meanwhile may be missing, but none appears twice.
 */
export function readAllProducts(em: EntityManager): AsyncGenerator<ExportedProduct[]> {
  return readInBatches(BATCH, (last) => productsBefore(em, last?.id ?? MAX).execute());
}

/** The codes of each category's attributes. */
export async function readAttributeCodes(em: EntityManager): Promise<Map<string, string[]>> {
  const rows = await db(em)
    .selectFrom('attribute')
    .select(({ fn }) => ['categoryId', fn.agg<string[]>('array_agg', ['code']).as('codes')])
    .groupBy('categoryId')
    .execute();
  return new Map(rows.map(({ categoryId, codes }) => [categoryId, codes]));
}

/** The names of the options of all families. */
export async function readOptionNames(em: EntityManager): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('product')
    .select(sql<string>`jsonb_object_keys(options)`.as('name'))
    .distinct()
    .where('family', 'is not', null)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
