import { MAX } from 'uuid';
import { decimalAmount } from '#contract/money.ts';
import type { EntityManager } from '../../core/db.ts';

/** How many products are in memory at a time. */
const PAGE = 500;

/** The columns of the products' CSV file; those that a catalogue file may have come first. */
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
  /** The average, two decimals; empty while there are no ratings. */
  rating: string;
  /** How many there are. */
  ratings: number;
  comments: number;
  added: Date;
  id: string;
};

type ExportRow = Omit<ExportedProduct, 'price' | 'rating' | 'added'> & {
  priceCents: number;
  rating: number;
  createdAt: string;
};

/**
 * All products, newest first, a page at a time. No transaction is held open meanwhile: what is added or deleted while
 * somebody reads may be in it or not, but nothing is in it twice.
 */
export async function* exportProducts(em: EntityManager): AsyncGenerator<ExportedProduct> {
  for (let last: string = MAX; ; ) {
    const rows = await em.execute<ExportRow[]>(
      `select p.title, p.description, p.price_cents as "priceCents", c.name as category, p.rating,
         cardinality(p.all_ratings) as ratings, p.created_at as "createdAt", p.id,
         (select count(*)::int from comment where product_id = p.id) as comments
       from product p join category c on c.id = p.category_id
       where p.id < ? order by p.id desc limit ?`,
      [last, PAGE],
    );
    for (const { priceCents, rating, createdAt, ...row } of rows) {
      yield {
        ...row,
        price: decimalAmount(priceCents),
        rating: row.ratings === 0 ? '' : rating.toFixed(2),
        added: new Date(createdAt),
      };
    }
    const [end] = rows.slice(-1);
    if (end === undefined || rows.length < PAGE) return;
    last = end.id;
  }
}
