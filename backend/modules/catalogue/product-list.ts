import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { EntityManager } from '../../core/db.ts';
import { pictureProgress } from '../pictures/pictures.queries.ts';
import { productTables } from './catalogue.service.ts';

export const listEncodings = ['br', 'gzip', 'identity'] as const;
type ListEncoding = (typeof listEncodings)[number];

type ProductList = {
  /** The answer of GET /products as it is now. The version differs whenever the products do. */
  read(em: EntityManager, encoding: ListEncoding): Promise<{ version: string; body: Buffer }>;
};

type Snapshot = {
  version: string;
  /** When it was last known to be what the catalogue holds. */
  trueAt: number;
  /** Bytes, before they are compressed: what making it costs grows with them, however busy the machine is. */
  size: number;
  bodies: Map<ListEncoding, Promise<Buffer>>;
};

type Limits = {
  /** Bytes from which on a list takes too long to make for everybody to wait for it. */
  large: number;
  /** Milliseconds for which the last one may then stand in for it. */
  maxAge: number;
};

/** Some 2,000 products. */
const LARGE = 1024 * 1024;

/**
 * The list of all products, made and compressed once for each state of the catalogue: with 16,000 products that takes some
 * thirty times the work of asking whether anything has changed. A small catalogue's is never older than the question. A
 * large one's may be, by `maxAge` at most, so that nobody waits while every rating and every line of an import changes it.
 */
export function createProductList({ large, maxAge }: Limits = { large: LARGE, maxAge: 3000 }): ProductList {
  let shown: Snapshot | null = null;
  let making: Promise<void> | null = null;
  const askVersion = singleFlight(readVersion);

  async function make(em: EntityManager, version: string, trueAt: number, encoding: ListEncoding): Promise<void> {
    try {
      const made: Snapshot = { version, trueAt, size: 0, bodies: new Map() };
      made.size = (await bodyOf(made, em, 'identity')).length;
      await bodyOf(made, em, encoding);
      shown = made;
    } finally {
      making = null;
    }
  }

  /** One that was true when it was asked for, or that may stand in for it. */
  async function find(em: EntityManager, encoding: ListEncoding): Promise<Snapshot> {
    const asked = performance.now();
    // Before the products are read: a change in between makes the next call read them again.
    const version = await askVersion(em);
    for (;;) {
      // Perhaps only since somebody else has made it, a moment ago.
      if (shown?.version === version) shown.trueAt = Math.max(shown.trueAt, asked);
      if (shown !== null && shown.trueAt >= asked) return shown;
      making ??= make(em, version, asked, encoding);
      if (shown !== null && shown.size >= large && asked - shown.trueAt < maxAge) {
        // Nobody may be waiting for it; if it fails, the next one who asks makes it again.
        making.catch(() => {});
        return shown;
      }
      await making;
    }
  }

  return {
    async read(em, encoding) {
      const snapshot = await find(em, encoding);
      return { version: snapshot.version, body: await bodyOf(snapshot, em, encoding) };
    },
  };
}

/**
 * Asks for what must not be older than the call, once at a time: all who come while a question is under way, which may be
 * older than what they know of, share the next one.
 */
function singleFlight<T>(ask: (em: EntityManager) => Promise<T>): (em: EntityManager) => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return (em) => {
    next ??= underWay.then(() => {
      next = null;
      const answer = ask(em);
      underWay = answer.catch(() => {});
      return answer;
    });
    return next;
  };
}

function bodyOf(snapshot: Snapshot, em: EntityManager, encoding: ListEncoding): Promise<Buffer> {
  const known = snapshot.bodies.get(encoding);
  if (known !== undefined) return known;
  const body = encoding === 'identity' ? readBody(em) : bodyOf(snapshot, em, 'identity').then(compressors[encoding]);
  snapshot.bodies.set(encoding, body);
  // Who waits for it is told; who comes next tries again.
  body.catch(() => snapshot.bodies.delete(encoding));
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
 * Every change of a row is a new row at another place or by another transaction, so the hashes of all rows tell one state
 * of the table from all others. https://www.postgresql.org/docs/current/ddl-system-columns.html
 * The list shows only the names of categories, whose counts change often. Whoever adds, replaces or removes a picture
 * changes its product as well; what else happens to a picture is in its progress.
 */
async function readVersion(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ version: string }[]>(
    `select
       (select count(*) || '-' || coalesce(bit_xor(hash_record_extended(row(ctid, xmin), 0)), 0) from product)
       || '-' ||
       (select coalesce(bit_xor(hash_record_extended(row(id, name), 0)), 0) from category)
       || '-' || (${pictureProgress(em, 'product').compile().sql}) as version`,
  );
  if (row === undefined) throw new Error('The catalogue has no version');
  return row.version;
}

/** What presentProduct makes of each product, newest first; written by the database, which keeps this process free. */
async function readBody(em: EntityManager): Promise<Buffer> {
  const [row] = await em.execute<{ products: string }[]>(
    `select coalesce(json_agg(product order by product._id desc), '[]')::text as products from (
       select p.id as _id, p.title, p.description, (p.price_cents / 100.0)::float8 as price, 
         coalesce(picture.image, '') as image, coalesce(picture.image_state, 'none') as "imageState",
         coalesce(picture.image_widths, '{}') as "imageWidths",
         json_build_object('_id', c.id, 'categoryName', c.name) as "categoryId", p.all_ratings as "allRatings", p.rating
       from ${productTables(em)}
     ) as product`,
  );
  if (row === undefined) throw new Error('The catalogue can’t be listed');
  return Buffer.from(`{"status":"success","products":${row.products}}`);
}
