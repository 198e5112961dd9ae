import { sql } from 'kysely';
import type { CategoryLabel } from '#contract/catalogue/catalogue.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { db } from '../catalogue.tables.ts';

/** Conditions in SQL on published products. */
const conditions = {
  /** Without a manufacturer. */
  manufacturer: 'manufacturer_id is null',
  /** Without a brand, or without both GTIN and MPN. */
  identifiers: 'brand is null or (gtin is null and mpn is null)',
  /** That have a battery. */
  withBattery: 'has_battery',
  /** Of which nobody has said whether they have a battery. */
  battery: 'has_battery is null',
  total: 'true',
} as const;

/** The same in the categories whose products need a label. */
const labelConditions: Record<CategoryLabel, string> = { energy: 'energy is null', charger: 'charger is null' };

/** Numbers of published products. */
export type MissingData = Record<keyof typeof conditions | CategoryLabel, number>;

/** Counts the published products that lack what the law asks for, in one pass over all. */
export async function countMissingData(em: EntityManager): Promise<MissingData> {
  const counts = namedIn(conditions, (condition) => `(count(*) filter (where ${condition}))::int`);
  const labels = namedIn(labelConditions, (condition, label) => {
    return `(count(*) filter (where ${condition} and '${label}' = any(labels)))::int`;
  });
  const row = await db(em)
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.categoryId')
    .where('product.isPublished', '=', true)
    .select([...counts, ...labels])
    .executeTakeFirstOrThrow();
  return row as MissingData;
}

/**
 * The same with 1 for any number, by indexes: product_missing_data_index has the products that lack what every product needs,
 * product_with_battery_index those with a battery, and the others are found by their categories.
 */
export async function findMissingData(em: EntityManager): Promise<MissingData> {
  const found = namedIn(conditions, (condition) => {
    return `exists(select from product where is_published and (${condition}))::int`;
  });
  const labels = namedIn(labelConditions, (condition, label) => {
    // The limit keeps PostgreSQL from joining all products.
    const product = `select from product where category_id = category.id and is_published and ${condition} limit 1`;
    return `exists(select from category cross join lateral (${product}) as product where '${label}' = any(labels))::int`;
  });
  const row = await db(em)
    .selectNoFrom([...found, ...labels])
    .executeTakeFirstOrThrow();
  return row as MissingData;
}

/** Numbers in SQL, each by the name of its condition. */
function namedIn<Name extends string>(all: Record<Name, string>, write: (condition: string, name: Name) => string) {
  return (Object.entries(all) as [Name, string][]).map(([name, condition]) => {
    return sql.raw<number>(write(condition, name)).as(name);
  });
}
