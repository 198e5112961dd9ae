import type { AliasableExpression } from 'kysely';
import type { EntityManager } from '../../../core/db.ts';
import { db } from '../catalogue.tables.ts';

/**
 * Locks a product until the transaction ends. This serializes computations of its rating, so that the later one sees
 * everything that the earlier one saw.
 * @returns undefined if it doesn't exist
 */
export function lockProduct(em: EntityManager, productId: string): Promise<{ isPublished: boolean } | undefined> {
  return db(em)
    .selectFrom('product')
    .select('isPublished')
    .where('id', '=', productId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Stores a locked product's ratings and average. Skips unchanged rows: each write invalidates the product list. */
export async function storeRating(
  em: EntityManager,
  productId: string,
  source: AliasableExpression<{ allRatings: number[]; rating: number }>,
): Promise<void> {
  await db(em)
    .updateTable('product')
    .from(source.as('source'))
    .set(({ ref }) => ({ allRatings: ref('source.allRatings'), rating: ref('source.rating') }))
    .where('product.id', '=', productId)
    .where(({ or, eb, ref }) =>
      or([
        eb('product.allRatings', 'is distinct from', ref('source.allRatings')),
        eb('product.rating', 'is distinct from', ref('source.rating')),
      ]),
    )
    .execute();
}
