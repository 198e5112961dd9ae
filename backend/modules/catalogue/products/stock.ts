import { sql } from 'kysely';
import { STOCK_LOW } from '#contract/catalogue/catalogue.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { anyOf, rowsAs } from '../../../core/database/queries.ts';
import { emit } from '../../../core/events/outbox.ts';
import { newId } from '../../../core/ids.ts';
import { lockProductsToChange } from '../catalogue.queries.ts';
import { db } from '../catalogue.tables.ts';

/** Units of a product; one entry per product. */
export type Units = { productId: string; count: number };

const columns = { productId: 'uuid', count: 'integer' } as const;

/** Takes units of counted products out of stock. Lock the products first. @throws if there are not enough */
export async function takeUnits(em: EntityManager, units: readonly Units[]): Promise<void> {
  if (units.length === 0) return;
  const taken = await db(em)
    .updateTable('product')
    .from(rowsAs('taken', columns, units))
    .set({ stock: sql<number>`stock - taken.count` })
    .whereRef('product.id', '=', 'taken.productId')
    .whereRef('stock', '>=', 'taken.count')
    .returning('product.id')
    .execute();
  if (taken.length < units.length) throw new Error('The stock has changed since it was read');
  await noticeLowStock(em, units);
}

/** Tells the admins about products that are low in stock, once until they are restocked. */
async function noticeLowStock(em: EntityManager, units: readonly Units[]): Promise<void> {
  const noticed = await db(em)
    .updateTable('product')
    .set({ lowStockNoticed: true })
    .where('id', '=', anyOf(units.map(({ productId }) => productId)))
    .where('stock', '<=', STOCK_LOW)
    .where('lowStockNoticed', '=', false)
    .returning('id')
    .execute();
  for (const { id } of noticed) emit(em, 'stock.low', { productId: id, noticeId: newId() });
}

/** Returns units to stock. Products that are deleted or no longer counted have none. */
export async function returnUnits(em: EntityManager, units: readonly Units[]): Promise<void> {
  if (units.length === 0) return;
  await lockProductsToChange(
    em,
    units.map(({ productId }) => productId),
  );
  await db(em)
    .updateTable('product')
    .from(rowsAs('returned', columns, units))
    .set({ stock: sql<number>`stock + returned.count` })
    .whereRef('product.id', '=', 'returned.productId')
    .where('stock', 'is not', null)
    .execute();
}
