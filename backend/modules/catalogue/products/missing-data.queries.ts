import { sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { db } from '../catalogue.tables.ts';

/** Numbers of published products. */
export type MissingData = {
  /** Without a manufacturer. */
  manufacturer: number;
  /** Without a brand, or without both GTIN and MPN. */
  identifiers: number;
  /** Without an energy class, in categories whose products need one. */
  energy: number;
  /** Without anything about a charger, in categories whose products need it. */
  charger: number;
  /** That have a battery. */
  withBattery: number;
  /** Of which nobody has said whether they have a battery. */
  battery: number;
  total: number;
};

/** The number of rows that meet a condition. */
const countIf = (condition: string) => sql<number>`(count(*) filter (where ${sql.raw(condition)}))::int`;

/** Counts the published products that lack what the law asks for, in one pass. */
export function countMissingData(em: EntityManager): Promise<MissingData> {
  return db(em)
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.categoryId')
    .where('product.isPublished', '=', true)
    .select([
      countIf('manufacturer_id is null').as('manufacturer'),
      countIf('brand is null or (gtin is null and mpn is null)').as('identifiers'),
      countIf(`energy is null and 'energy' = any(labels)`).as('energy'),
      countIf(`charger is null and 'charger' = any(labels)`).as('charger'),
      countIf('has_battery').as('withBattery'),
      countIf('has_battery is null').as('battery'),
      sql<number>`count(*)::int`.as('total'),
    ])
    .executeTakeFirstOrThrow();
}
