import { decimalAmount } from '#contract/money.ts';
import type { EntityManager } from '../../core/db.ts';
import type { Lookup } from '../../core/lookup.ts';
import { readAllProducts } from './catalogue.admin.queries.ts';

/** The columns of the product export; those that an import reads come first. `price` is in EUR. */
export const exportColumns = [
  'title',
  'description',
  'price',
  'category',
  'rating',
  'ratings',
  'comments',
  'added',
  'id',
] as const;

/** All products, newest first. */
export async function* exportProducts(em: EntityManager, commentCounts: Lookup<number>) {
  for await (const products of readAllProducts(em)) {
    const comments = await commentCounts(
      em,
      products.map(({ id }) => id),
    );
    for (const { id, title, description, priceCents, categoryName, allRatings, rating, createdAt } of products) {
      yield {
        title,
        description,
        price: decimalAmount(priceCents),
        category: categoryName,
        rating: allRatings.length === 0 ? '' : rating.toFixed(2),
        ratings: allRatings.length,
        comments: comments.get(id) ?? 0,
        added: new Date(createdAt),
        id,
      };
    }
  }
}
