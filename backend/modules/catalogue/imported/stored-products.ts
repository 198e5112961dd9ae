import { sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { anyOf, rowsAs } from '../../../core/database/queries.ts';
import { emit } from '../../../core/events/outbox.ts';
import { db } from '../catalogue.tables.ts';
import { chargedPriceOnceLocked } from '../prices/prices.queries.ts';
import { announceProducts, endOffers } from '../products/product-changes.service.ts';
import { plainColumnsOf, plainColumnTypes, plainValuesOf } from '../products/product-columns.ts';
import { keyOfSku, skuKey } from '../products/product-identifiers.ts';
import type { ImportedSkus } from './imported-skus.ts';
import { type ImportedProduct, isSameVariant, type StoredValues } from './imported-values.ts';

export type StoredProduct = StoredValues & {
  id: string;
  /** What is charged, in EUR cents. */
  chargedCents: number;
};

const TYPES = {
  ...plainColumnTypes,
  translations: 'jsonb',
  categoryId: 'uuid',
  attributes: 'jsonb',
  family: 'text',
  options: 'jsonb',
} as const;

const VALUES = Object.keys(TYPES) as (keyof typeof TYPES)[];

/** The existing products that lines may describe. */
export type FoundProducts = {
  products: readonly StoredProduct[];
  byId: ReadonlyMap<string, StoredProduct>;
  byImportKey: ReadonlyMap<string | null, StoredProduct>;
};

/** The existing products that the lines may describe, locked. Who has which SKU goes to `skus`. */
export async function findStored(
  em: EntityManager,
  lines: readonly ImportedProduct[],
  skus: ImportedSkus,
): Promise<FoundProducts> {
  const ids = lines.flatMap(({ id, sku }) => [id, skus.ownerOf(sku)]).filter((id) => id !== null);
  const keys = lines.map(({ importKey }) => importKey);
  const skuKeys = lines.flatMap(({ sku }) => (sku ? [skuKey(sku)] : []));
  const withKey = db(em).selectFrom('product').select('id').where('importKey', '=', sql<string>`any(${keys}::text[])`);
  const withSku = db(em)
    .selectFrom('product')
    .select('id')
    .where(sql<string>`${sql.raw(keyOfSku('sku'))}`, '=', sql<string>`any(${skuKeys}::text[])`);
  const rows = await db(em)
    .selectFrom('product')
    .select(['id', 'importKey', ...VALUES, chargedPriceOnceLocked.as('chargedCents')])
    // Arrays, because with `or` PostgreSQL may read the whole table while an import outruns its statistics.
    .where('id', '=', sql<string>`any(${ids}::uuid[] || array(${withKey}) || array(${withSku}))`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  // Their times as files and forms write them, so that equal ones are.
  const products = rows.map((row) => ({ ...row, ...plainColumnsOf(plainValuesOf(row)) }));
  skus.read(products);
  return {
    products,
    byId: new Map(products.map((row) => [row.id, row])),
    byImportKey: new Map(products.map((row) => [row.importKey, row])),
  };
}

export function valuesOf(row: StoredProduct): StoredValues {
  return Object.fromEntries(VALUES.map((name) => [name, row[name]])) as StoredValues;
}

/** Stores the new values of existing products, by their old ones. */
export async function storeEdits(em: EntityManager, edits: ReadonlyMap<StoredProduct, StoredValues>): Promise<void> {
  if (edits.size === 0) return;
  const changes = [...edits];
  const leaving = changes.filter(([before, after]) => before.family !== null && !isSameVariant(before, after));
  if (leaving.length > 0) {
    // Products may swap their options, which are unique at every moment.
    await db(em)
      .updateTable('product')
      .set({ family: null, options: sql`'{}'` })
      .where('id', '=', anyOf(leaving.map(([{ id }]) => id)))
      .execute();
  }
  const renumbered = changes.filter(([before, after]) => before.sku !== null && before.sku !== after.sku);
  if (renumbered.length > 0) {
    // So are SKUs.
    await db(em)
      .updateTable('product')
      .set({ sku: null })
      .where('id', '=', anyOf(renumbered.map(([{ id }]) => id)))
      .execute();
  }
  const rows = changes.map(([{ id }, after]) => ({ id, ...after }));
  const stored = await db(em)
    .updateTable('product')
    .from(rowsAs('edit', { id: 'uuid', ...TYPES }, rows))
    .set(({ ref }) => Object.fromEntries(VALUES.map((name) => [name, ref(`edit.${name}`)])))
    .set(({ eb }) => ({ version: eb('product.version', '+', 1) }))
    .whereRef('product.id', '=', 'edit.id')
    .returning(['product.id', chargedPriceOnceLocked.as('chargedCents')])
    .execute();
  await emitEdits(em, changes, new Map(stored.map(({ id, chargedCents }) => [id, chargedCents])));
}

async function emitEdits(
  em: EntityManager,
  changes: readonly [StoredProduct, StoredValues][],
  charged: ReadonlyMap<string, number>,
): Promise<void> {
  const recounted = new Set<string>();
  const withdrawn: string[] = [];
  for (const [before, after] of changes) {
    const isMoved = before.categoryId !== after.categoryId;
    if (isMoved || before.isPublished !== after.isPublished) recounted.add(before.categoryId).add(after.categoryId);
    const isUnpublished = before.isPublished && !after.isPublished;
    if (isUnpublished || before.chargedCents !== charged.get(before.id)) withdrawn.push(before.id);
  }
  for (const categoryId of recounted) emit(em, 'product.moved', { categoryId });
  announceProducts(
    em,
    'updated',
    changes.map(([{ id }]) => id),
  );
  await endOffers(em, withdrawn);
}

export async function addProducts(
  em: EntityManager,
  rows: readonly (StoredValues & { id: string } & Pick<ImportedProduct, 'importKey'>)[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = ['id', 'importKey', ...VALUES] as const;
  await db(em)
    .insertInto('product')
    .columns(columns)
    .expression(({ selectFrom }) =>
      selectFrom(rowsAs('line', { id: 'uuid', importKey: 'text', ...TYPES }, rows)).select(
        columns.map((column) => `line.${column}` as const),
      ),
    )
    .execute();
  announceProducts(
    em,
    'created',
    rows.map(({ id }) => id),
  );
}
