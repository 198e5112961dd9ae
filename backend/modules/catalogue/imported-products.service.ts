import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { toCents } from '#contract/money.ts';
import type { EntityManager } from '../../core/db.ts';
import { newId } from '../../core/ids.ts';
import { emit } from '../../core/outbox.ts';
import { anyOf, rowsAs } from '../../core/queries.ts';
import type { Storage } from '../../core/storage.ts';
import { addPictures } from '../pictures/pictures.service.ts';
import { copyUpload } from '../pictures/uploads.ts';
import { db } from './catalogue.tables.ts';
import { claimSlugs } from './slugs.ts';

/** A product described by a line of a catalogue file. */
export type ImportedProduct = {
  /** The product's id if the file has one, as an export of this shop does. */
  id: string | null;
  /** Identifies the line in every import of the file. */
  importKey: string;
  title: string;
  description: string;
  /** EUR, at most two decimals. */
  price: number;
  /** Compared ignoring case. */
  categoryName: string;
  /** The key of an uploaded picture, and its extension once published. */
  picture: { key: string; extension: string } | null;
};

type ImportCounts = { created: number; updated: number; unchanged: number };

/**
 * Adds products, and their categories if missing. A product of an earlier import gets its new price; a product whose id
 * is in its line gets all values of the line. Runs in the caller's transaction; `importKey`s must differ.
 */
export async function saveImportedProducts(
  em: EntityManager,
  storage: Storage,
  products: ImportedProduct[],
): Promise<ImportCounts> {
  const stored = await findStored(em, products);
  const fresh = products.filter((line) => !stored.has(line));
  const named = products.filter((line) => isNamed(line, stored.get(line)));
  const categoryNames = new Set([...fresh, ...named].map(({ categoryName }) => categoryName));
  const categoryIds = await ensureCategories(em, [...categoryNames]);
  await addProducts(em, storage, fresh, categoryIds);
  const updated = await storeEdits(em, stored, categoryIds);
  return { created: fresh.length, updated, unchanged: products.length - fresh.length - updated };
}

type StoredProduct = { id: string; title: string; description: string; priceCents: number; categoryId: string };

const EDIT_TYPES = {
  id: 'uuid',
  title: 'text',
  description: 'text',
  priceCents: 'integer',
  categoryId: 'uuid',
} as const;

/** The existing products by the line that describes each, locked. */
async function findStored(em: EntityManager, lines: ImportedProduct[]): Promise<Map<ImportedProduct, StoredProduct>> {
  const ids = lines.flatMap(({ id }) => id ?? []);
  const keys = lines.map(({ importKey }) => importKey);
  const rows = await db(em)
    .selectFrom('product')
    .select(['id', 'importKey', 'title', 'description', 'priceCents', 'categoryId'])
    .where(({ eb, or }) => or([eb('id', '=', anyOf(ids)), eb('importKey', '=', sql<string>`any(${keys}::text[])`)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byKey = new Map(rows.map((row) => [row.importKey, row]));
  return new Map(
    lines.flatMap((line) => {
      const row = byId.get(line.id ?? '') ?? byKey.get(line.importKey);
      return row ? [[line, row] as const] : [];
    }),
  );
}

/** Whether a line contains the id of its product, and so may change all fields. */
function isNamed(line: ImportedProduct, stored: StoredProduct | undefined): boolean {
  return stored !== undefined && stored.id === line.id;
}

type CategoryIds = Map<string, string>;

function categoryIdOf({ categoryName }: ImportedProduct, categoryIds: CategoryIds): string {
  const id = categoryIds.get(categoryName);
  if (id === undefined) throw new Error(`The category ${categoryName} was created but is missing`);
  return id;
}

/** @returns how many products changed */
async function storeEdits(
  em: EntityManager,
  stored: Map<ImportedProduct, StoredProduct>,
  categoryIds: CategoryIds,
): Promise<number> {
  const edits = new Map<string, StoredProduct>();
  const movedCategories = new Set<string>();
  const repriced: string[] = [];
  for (const [line, { id, title, description, priceCents, categoryId }] of stored) {
    const before = { id, title, description, priceCents, categoryId };
    const after = { ...before, priceCents: toCents(line.price) };
    if (isNamed(line, before)) {
      const { title, description } = line;
      Object.assign(after, { title, description, categoryId: categoryIdOf(line, categoryIds) });
    }
    if (isDeepStrictEqual(before, after)) continue;
    edits.set(id, after);
    if (after.priceCents !== priceCents) repriced.push(id);
    if (after.categoryId !== categoryId) movedCategories.add(categoryId).add(after.categoryId);
  }
  if (edits.size === 0) return 0;
  await db(em)
    .updateTable('product')
    .from(rowsAs('edit', EDIT_TYPES, [...edits.values()]))
    .set(({ eb, ref }) => ({
      title: ref('edit.title'),
      description: ref('edit.description'),
      priceCents: ref('edit.priceCents'),
      categoryId: ref('edit.categoryId'),
      version: eb('product.version', '+', 1),
    }))
    .whereRef('product.id', '=', 'edit.id')
    .execute();
  for (const categoryId of movedCategories) emit(em, 'product.moved', { categoryId });
  if (repriced.length > 0) emit(em, 'product.offerEnded', { productIds: repriced });
  return edits.size;
}

async function addProducts(
  em: EntityManager,
  storage: Storage,
  lines: ImportedProduct[],
  categoryIds: CategoryIds,
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map((line) => {
    const { importKey, title, description, price, picture } = line;
    const categoryId = categoryIdOf(line, categoryIds);
    return { id: newId(), importKey, title, description, priceCents: toCents(price), categoryId, picture };
  });
  await db(em)
    .insertInto('product')
    .columns(['id', 'title', 'description', 'priceCents', 'categoryId', 'importKey'])
    .expression(({ selectFrom }) =>
      selectFrom(rowsAs('line', { ...EDIT_TYPES, importKey: 'text' }, rows)).select([
        'line.id',
        'line.title',
        'line.description',
        'line.priceCents',
        'line.categoryId',
        'line.importKey',
      ]),
    )
    .execute();
  for (const categoryId of new Set(rows.map(({ categoryId }) => categoryId)))
    emit(em, 'product.created', { categoryId });
  const pictures: Parameters<typeof addPictures>[1] = [];
  for (const { id, picture } of rows) {
    if (picture === null) continue;
    // Several lines may name the same file; each product needs its own picture.
    const upload = await copyUpload(storage, picture);
    pictures.push({ owner: { kind: 'product', id }, upload, uploadedBy: null });
  }
  await addPictures(em, pictures);
}

/** The ids of categories by name, created if missing. Locked, so that none is deleted before its products are added. */
async function ensureCategories(em: EntityManager, names: string[]): Promise<CategoryIds> {
  await addMissingCategories(em, names);
  const found = await db(em)
    .selectFrom('category')
    .innerJoin(named(names), (join) => join.on(isSameName))
    .select(['category.id', 'wanted.name'])
    .orderBy('category.id')
    .forKeyShare('category')
    .execute();
  return new Map(found.map(({ id, name }) => [name, id]));
}

async function addMissingCategories(em: EntityManager, names: string[]): Promise<void> {
  const missing = await db(em)
    .selectFrom(named(names))
    .distinctOn(sql`lower(wanted.name)`)
    .select('wanted.name')
    .where(({ selectFrom, exists, not }) => not(exists(selectFrom('category').select('category.id').where(isSameName))))
    .orderBy(sql`lower(wanted.name)`)
    .orderBy('wanted.name')
    .execute();
  if (missing.length === 0) return;
  const slugs = await claimSlugs(
    em,
    missing.map(({ name }) => name),
  );
  await db(em)
    .insertInto('category')
    .values([...slugs].map(([name, slug]) => ({ id: newId(), name, slug })))
    // Another transaction may have added it while this one waited for the slugs.
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .execute();
}

const isSameName = sql<boolean>`lower(category.name) = lower(wanted.name)`;

function named(names: string[]) {
  return rowsAs(
    'wanted',
    { name: 'text' },
    names.map((name) => ({ name })),
  );
}
