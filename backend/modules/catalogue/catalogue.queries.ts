import type { EntityManager } from '../../core/db.ts';
import { anyOf, containing } from '../../core/queries.ts';
import { db } from './catalogue.tables.ts';

/** Fragment: every product's title, to be joined by `id`. */
export function productTitles(em: EntityManager) {
  return db(em).selectFrom('product').select(['id', 'title']);
}

/** Fragment: the ids of the products with `search` in their title. */
export function productsTitled(em: EntityManager, search: string) {
  return db(em).selectFrom('product').select('id').where('title', 'ilike', containing(search));
}

/** What products cost, in EUR cents. The prices hold until the transaction ends; products that are gone are left out. */
export function holdPrices(em: EntityManager, productIds: readonly string[]) {
  return db(em)
    .selectFrom('product')
    .select(['id', 'title', 'description', 'priceCents'])
    .where('id', '=', anyOf(productIds))
    .orderBy('id')
    .forShare()
    .execute();
}

/** Keeps products from being deleted until the transaction ends. They are locked in one order, so that no two wait for each other. */
export async function holdProducts(em: EntityManager, productIds: readonly string[]): Promise<void> {
  await db(em)
    .selectFrom('product')
    .select('id')
    .where('id', '=', anyOf(productIds))
    .orderBy('id')
    .forKeyShare()
    .execute();
}
