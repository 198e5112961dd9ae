import { isDeepStrictEqual } from 'node:util';
import { toCents } from '#contract/money.ts';
import type { EntityManager } from '../../core/db.ts';
import { newId } from '../../core/ids.ts';
import { emit } from '../../core/outbox.ts';
import type { Storage } from '../../core/storage.ts';
import { addPictures } from '../pictures/pictures.service.ts';
import { copyUpload } from '../pictures/uploads.ts';

/** A product as a line of a catalogue file describes it. */
export type ImportedProduct = {
  /** Of the product that the line describes, if the file names one, as an export of this shop does. */
  id: string | null;
  /** The same in every import of the line. */
  importKey: string;
  title: string;
  description: string;
  /** EUR, at most two decimals. */
  price: number;
  /** In whatever case. */
  categoryName: string;
  /** A stored picture, and the extension of what becomes of it. */
  picture: { key: string; extension: string } | null;
};

type ImportCounts = { created: number; updated: number; unchanged: number };

/**
 * Adds products, in categories that are made if they are missing. One that an earlier import has added gets its new price;
 * one that is named by its id becomes what the line says. Runs in the caller's transaction; `importKey`s must differ.
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

/** The products that are there already, locked, each by the line that describes it. */
async function findStored(em: EntityManager, lines: ImportedProduct[]): Promise<Map<ImportedProduct, StoredProduct>> {
  const rows = await em.execute<(StoredProduct & { importKey: string | null })[]>(
    `select id, import_key as "importKey", title, description, price_cents as "priceCents", category_id as "categoryId"
     from product where id = any(array[?]::uuid[]) or import_key = any(array[?]::text[])
     order by id for no key update`,
    [lines.flatMap(({ id }) => id ?? []), lines.map(({ importKey }) => importKey)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byKey = new Map(rows.map((row) => [row.importKey, row]));
  return new Map(
    lines.flatMap((line) => {
      const row = byId.get(line.id ?? '') ?? byKey.get(line.importKey);
      return row ? [[line, row] as const] : [];
    }),
  );
}

/** Whether a line names its product by the id: then it may change all of it. */
function isNamed(line: ImportedProduct, stored: StoredProduct | undefined): boolean {
  return stored !== undefined && stored.id === line.id;
}

type CategoryIds = Map<string, string>;

function categoryIdOf({ categoryName }: ImportedProduct, categoryIds: CategoryIds): string {
  const id = categoryIds.get(categoryName);
  if (id === undefined) throw new Error(`The category ${categoryName} is missing, although it was made`);
  return id;
}

/** @returns how many products were changed */
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
  await em.execute(
    `update product set title = edit.title, description = edit.description, price_cents = edit."priceCents",
       category_id = edit."categoryId", version = version + 1
     from json_to_recordset(?) as edit (id uuid, title text, description text, "priceCents" int, "categoryId" uuid)
     where product.id = edit.id`,
    [JSON.stringify([...edits.values()])],
  );
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
  await em.execute(
    `insert into product (id, title, description, price_cents, category_id, import_key)
     select * from json_to_recordset(?) as line
       (id uuid, title text, description text, "priceCents" int, "categoryId" uuid, "importKey" text)`,
    [JSON.stringify(rows.map(({ picture, ...row }) => row))],
  );
  for (const categoryId of new Set(rows.map(({ categoryId }) => categoryId)))
    emit(em, 'product.created', { categoryId });
  const pictures: Parameters<typeof addPictures>[1] = [];
  for (const { id, picture } of rows) {
    if (picture === null) continue;
    // Several lines may name the same file: each product gets a picture of its own.
    const upload = await copyUpload(storage, picture);
    pictures.push({ owner: { kind: 'product', id }, upload, uploadedBy: null });
  }
  await addPictures(em, pictures);
}

/** The ids of categories by the names that were asked for. The lock keeps them until the products are in them. */
async function ensureCategories(em: EntityManager, names: string[]): Promise<CategoryIds> {
  const wanted = JSON.stringify(names.map((name) => ({ id: newId(), name })));
  await em.execute(
    `insert into category (id, name)
     select distinct on (lower(wanted.name)) wanted.id, wanted.name
     from json_to_recordset(?) as wanted (id uuid, name text)
     where not exists (select from category where lower(category.name) = lower(wanted.name))
     order by lower(wanted.name), wanted.id
     on conflict (lower(name)) do nothing`,
    [wanted],
  );
  const found = await em.execute<{ id: string; name: string }[]>(
    `select category.id, wanted.name from json_to_recordset(?) as wanted (name text)
     join category on lower(category.name) = lower(wanted.name)
     order by category.id for key share of category`,
    [wanted],
  );
  return new Map(found.map(({ id, name }) => [name, id]));
}
