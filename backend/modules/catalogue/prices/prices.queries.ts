import { sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { prepared } from '../../../core/database/queries.ts';
import { db } from '../catalogue.tables.ts';

// Columns of a query on `product`, by the functions of the database that know what is charged.

/** What is charged now, in EUR cents. */
export const chargedPrice = sql<number>`charged_price(product, now())`;
/** The same at another time. */
export const chargedPriceAt = (time: Date) => sql<number>`charged_price(product, ${time.toISOString()}::timestamptz)`;
/** The same after waiting for a lock, which may take until a sale has begun or ended. */
export const chargedPriceOnceLocked = sql<number>`charged_price(product, clock_timestamp())`;
export const isOnSale = sql<boolean>`is_on_sale(product, now())`;

/** A value while the sale runs; else null. */
export const whileOnSale = <Value>(column: string) =>
  sql<Value | null>`case when ${isOnSale} then ${sql.ref(`product.${column}`)} end`;

/** EUR cents, the lowest price of the 30 days before the running sale; null without one. */
export const priorPrice = whileOnSale<number>('priorPriceCents');

/** The prices that shoppers see. */
export const shownPrices = [
  chargedPrice.as('priceCents'),
  whileOnSale<number>('priceCents').as('regularCents'),
  priorPrice.as('priorCents'),
  whileOnSale<string>('saleUntil').as('saleUntil'),
] as const;

/** The prices that admins set, and what they do now. */
export const ownPrices = [
  'product.priceCents',
  'product.salePriceCents',
  'product.saleFrom',
  'product.saleUntil',
  // An edit is read in its own transaction, which began before the sale that it begins.
  sql<boolean>`is_on_sale(product, clock_timestamp())`.as('isOnSale'),
  sql<number | null>`case when is_on_sale(product, clock_timestamp()) then product.prior_price_cents end`.as(
    'priorCents',
  ),
] as const;

/** The prices that were charged for a product, each from an instant on, newest first. */
export const listPrices = prepared((em: EntityManager, productId: string) => {
  const stored = db(em).selectFrom('priceChange').select(['beginsAt', 'priceCents']).where('productId', '=', productId);
  // Of the sales that have begun or ended since the last edit.
  const due = db(em)
    .selectFrom('product')
    .innerJoinLateral(
      sql<{ beginsAt: string; priceCents: number }>`due_price_changes(product, now())`.as('due'),
      (join) => join.onTrue(),
    )
    .select(['due.beginsAt', 'due.priceCents'])
    .where('product.id', '=', productId);
  return stored.unionAll(due).orderBy('beginsAt', 'desc');
});

/** The published products on sale of whose price nothing is known before. */
export async function countSalesWithoutHistory(em: EntityManager): Promise<number> {
  const { count } = await db(em)
    .selectFrom('product')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('isPublished', '=', true)
    .where('salePriceCents', 'is not', null)
    .where(isOnSale)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('priceChange').select('priceCents').whereRef('priceChange.productId', '=', 'product.id'))),
    )
    .executeTakeFirstOrThrow();
  return count;
}
