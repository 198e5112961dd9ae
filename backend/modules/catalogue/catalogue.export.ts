import { decimalAmount } from '#contract/money.ts';
import type { EntityManager } from '../../core/db.ts';
import type { Facts } from '../../core/facts.ts';
import { readAllProducts } from './catalogue.admin.queries.ts';

/** Products per batch. */
const PAGE = 500;

/** The columns of the product export; those that an import reads come first. */
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

type ExportedProduct = {
  title: string;
  description: string;
  /** EUR, two decimals. */
  price: string;
  category: string;
  /** The average, two decimals; empty without ratings. */
  rating: string;
  /** The number of ratings. */
  ratings: number;
  comments: number;
  added: Date;
  id: string;
};

/** All products, newest first. */
export async function* exportProducts(
  em: EntityManager,
  commentCounts: Facts<number>,
): AsyncGenerator<ExportedProduct> {
  for await (const products of readAllProducts(em, PAGE)) {
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
