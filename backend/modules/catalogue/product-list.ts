import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { EntityManager } from '../../core/db.ts';

export const listEncodings = ['br', 'gzip', 'identity'] as const;
export type ListEncoding = (typeof listEncodings)[number];

export type ProductList = {
  /** The answer of GET /products as it is now. The version differs whenever the products do. */
  read(em: EntityManager, encoding: ListEncoding): Promise<{ version: string; body: Buffer }>;
};

type Snapshot = { version: string; bodies: Map<ListEncoding, Promise<Buffer>> };

/**
 * The list of all products, made and compressed once for each state of the catalogue: with 16,000 products that takes some
 * thirty times the work of asking whether anything has changed.
 */
export function createProductList(): ProductList {
  let current: Snapshot | null = null;

  return {
    async read(em, encoding) {
      // Before the products are read: a change in between makes the next call read them again, never serve them too long.
      const version = await readVersion(em);
      if (current?.version !== version) current = { version, bodies: new Map() };
      const snapshot = current;
      try {
        return { version, body: await bodyOf(snapshot, em, encoding) };
      } catch (error) {
        if (current === snapshot) current = null;
        throw error;
      }
    },
  };
}

function bodyOf(snapshot: Snapshot, em: EntityManager, encoding: ListEncoding): Promise<Buffer> {
  const known = snapshot.bodies.get(encoding);
  if (known !== undefined) return known;
  const body = encoding === 'identity' ? readBody(em) : bodyOf(snapshot, em, 'identity').then(compressors[encoding]);
  snapshot.bodies.set(encoding, body);
  return body;
}

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/**
 * Every change of a row is a new row at another place or by another transaction: the hashes of all tell one state of the
 * table from all others. https://www.postgresql.org/docs/current/ddl-system-columns.html
 * Of categories the list shows the names alone, and their counts change often.
 */
async function readVersion(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ version: string }[]>(
    `select
       (select count(*) || '-' || coalesce(bit_xor(hashtextextended(ctid::text || xmin::text, 0)), 0) from product)
       || '-' ||
       (select coalesce(bit_xor(hashtextextended(id::text || name, 0)), 0) from category) as version`,
  );
  if (row === undefined) throw new Error('The catalogue has no version');
  return row.version;
}

/** What presentProduct makes of each product, newest first; written by the database, which keeps this process free. */
async function readBody(em: EntityManager): Promise<Buffer> {
  const [row] = await em.execute<{ products: string }[]>(
    `select coalesce(json_agg(product order by product._id desc), '[]')::text as products from (
       select p.id as _id, p.title, p.description, (p.price_cents / 100.0)::float8 as price, p.image,
         p.image_state as "imageState", p.image_widths as "imageWidths",
         json_build_object('_id', c.id, 'categoryName', c.name) as "categoryId", p.all_ratings as "allRatings", p.rating
       from product p join category c on c.id = p.category_id
     ) as product`,
  );
  if (row === undefined) throw new Error('The catalogue can’t be listed');
  return Buffer.from(`{"status":"success","products":${row.products}}`);
}
