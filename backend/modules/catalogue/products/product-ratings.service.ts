import { type AliasableExpression, sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { prepared } from '../../../core/database/queries.ts';
import { db } from '../catalogue.tables.ts';

type RatingSource = AliasableExpression<{ allRatings: number[]; rating: number }>;

/**
 * Locks a product until the transaction ends. This serializes changes of its rating, so that the later one sees everything
 * that the earlier one saw.
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

/** Adds a rating to a locked product's ratings and average, without reading the others. */
export const appendRating = prepared((em, productId: string, rate: number) =>
  db(em)
    .updateTable('product')
    .set({
      allRatings: sql`all_ratings || ${rate}::smallint`,
      // Rounding gives the exact sum. Divided like this, it is what avg() returns.
      rating: sql`((round(rating * cardinality(all_ratings))::numeric + ${rate}::smallint)
        / (cardinality(all_ratings) + 1))::float8`,
    })
    .where('id', '=', productId),
);

/** Whether a product exists whose ratings or average differ from `source`. */
export async function hasWrongRating(em: EntityManager, productId: string, source: RatingSource): Promise<boolean> {
  const wrong = await db(em)
    .selectFrom('product')
    .innerJoin(source.as('source'), (join) => join.onTrue())
    .select('product.id')
    .where('product.id', '=', productId)
    .where(({ or, eb, ref }) =>
      or([
        eb('product.allRatings', 'is distinct from', ref('source.allRatings')),
        eb('product.rating', 'is distinct from', ref('source.rating')),
      ]),
    )
    .executeTakeFirst();
  return wrong !== undefined;
}

/** Stores a locked product's ratings and average. */
export async function storeRating(em: EntityManager, productId: string, source: RatingSource): Promise<void> {
  await db(em)
    .updateTable('product')
    .from(source.as('source'))
    .set(({ ref }) => ({ allRatings: ref('source.allRatings'), rating: ref('source.rating') }))
    .where('product.id', '=', productId)
    .execute();
}
