import { randomUUID } from 'node:crypto';
import { toCents } from '#contract/money.ts';
import type { EntityManager } from '../../core/db.ts';
import { newId } from '../../core/ids.ts';
import type { UploadedImage } from '../../core/image.ts';
import { publishedExtension } from '../../core/image-rendering.ts';
import { emit } from '../../core/outbox.ts';
import type { Storage } from '../../core/storage.ts';

/** A product as a line of a catalogue file describes it. */
export type ImportedProduct = {
  /** The same in every import of the line. */
  importKey: string;
  title: string;
  description: string;
  /** EUR, at most two decimals. */
  price: number;
  /** In whatever case. */
  categoryName: string;
  picture: UploadedImage | null;
};

export type ImportCounts = { created: number; updated: number; unchanged: number };

/**
 * Adds products, in categories that are made if they are missing; one that is there already gets its new price. Runs in
 * the caller's transaction; `importKey`s must differ.
 */
export async function saveImportedProducts(
  em: EntityManager,
  storage: Storage,
  products: ImportedProduct[],
): Promise<ImportCounts> {
  const known = await findKnown(em, products);
  const fresh = products.filter(({ importKey }) => !known.has(importKey));
  await addProducts(em, storage, fresh);
  const repriced = products.flatMap(({ importKey, price }) => {
    const product = known.get(importKey);
    const priceCents = toCents(price);
    return product !== undefined && product.priceCents !== priceCents ? [{ id: product.id, priceCents }] : [];
  });
  await setPrices(em, repriced);
  return {
    created: fresh.length,
    updated: repriced.length,
    unchanged: products.length - fresh.length - repriced.length,
  };
}

type Known = { id: string; importKey: string; priceCents: number };

async function findKnown(em: EntityManager, products: ImportedProduct[]): Promise<Map<string, Known>> {
  const known = await em.execute<Known[]>(
    `select id, import_key as "importKey", price_cents as "priceCents" from product
     where import_key = any(array[?]::text[])`,
    [products.map(({ importKey }) => importKey)],
  );
  return new Map(known.map((product) => [product.importKey, product]));
}

async function addProducts(em: EntityManager, storage: Storage, products: ImportedProduct[]): Promise<void> {
  if (products.length === 0) return;
  const categories = await ensureCategories(em, [...new Set(products.map(({ categoryName }) => categoryName))]);
  const rows = products.map(({ categoryName, price, picture, ...product }) => {
    const categoryId = categories.get(categoryName);
    if (categoryId === undefined) throw new Error(`The category ${categoryName} is missing, although it was made`);
    const upload = picture && { name: randomUUID(), picture };
    return { id: newId(), ...product, priceCents: toCents(price), categoryId, upload };
  });
  await em.execute(
    `insert into product (id, title, description, price_cents, category_id, import_key, image, image_state, pending_upload)
     select * from json_to_recordset(?) as line
       (id uuid, title text, description text, "priceCents" int, "categoryId" uuid, "importKey" text, image text,
        "imageState" text, "pendingUpload" text)`,
    [
      JSON.stringify(
        rows.map(({ upload, ...row }) => ({
          ...row,
          image: upload ? upload.name + publishedExtension(upload.picture.format) : '',
          imageState: upload ? 'processing' : 'none',
          pendingUpload: upload?.name ?? null,
        })),
      ),
    ],
  );
  for (const categoryId of new Set(categories.values())) emit(em, 'product.created', { categoryId });
  for (const { id, upload } of rows) {
    if (upload === null) continue;
    emit(em, 'product.imageUploaded', { productId: id, upload: upload.name });
    // Several lines may show the same file: each product gets a picture of its own.
    const { source } = upload.picture;
    if (typeof source === 'string') await storage.linkUpload(upload.name, source);
    else await storage.storeUpload(upload.name, source);
  }
}

/** The ids of categories by the names that were asked for. The lock keeps them until the products are in them. */
async function ensureCategories(em: EntityManager, names: string[]): Promise<Map<string, string>> {
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

async function setPrices(em: EntityManager, prices: { id: string; priceCents: number }[]): Promise<void> {
  if (prices.length === 0) return;
  await em.execute(
    `update product set price_cents = line."priceCents", version = version + 1
     from json_to_recordset(?) as line (id uuid, "priceCents" int) where product.id = line.id`,
    [JSON.stringify(prices)],
  );
}
