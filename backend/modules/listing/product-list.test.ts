import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { interceptStatements } from '../../../testing/shop/statements.ts';
import { waitFor } from '../../../testing/wait.ts';
import { eventJobs } from '../../../workers/jobs/index.ts';
import type { JobDeps } from '../../../workers/jobs/job.ts';
import { newId } from '../../core/ids.ts';
import { openQuotas } from '../../core/limits/quotas.ts';
import { followCatalogue } from './follow-catalogue.ts';

/** In the query of a batch of the list. */
const BATCH = 'order by "product"."id" desc limit';

const shop = await startTestShop({ trustedProxies: 1 });

/** The raw response: fetch would decompress it. */
function request(
  headers: Record<string, string>,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    get(`${shop.url}/api/v1/products`, { headers }, (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
        reject,
      );
    }).on('error', reject);
  });
}

const tag = async () => String((await request({})).headers.etag);
const list = async () => (await shop.call('GET', '/products')).body.products;

describe('the product list', () => {
  test('shows each product exactly as the single product call does', async () => {
    for (const title of ['first', '"quoted" \\ \u2028 田中 \u0001', 'third'])
      await addProduct(shop.em(), shop.storage, title);
    await shop
      .em()
      .execute(
        `update product set price_cents = 100000000, all_ratings = '{1,4,5}', rating = 10 / 3.0 where title = 'first'`,
      );
    await shop.em().execute(`delete from picture where owner_id = (select id from product where title = 'first')`);
    await shop
      .em()
      .execute(`update picture set state = 'ready' where owner_id = (select id from product where title = 'third')`);
    const products = await list();
    expect(products).toHaveLength(3);
    for (const product of products) {
      expect((await shop.call('GET', `/products/single/${product._id}`)).body.product).toMatchObject(product);
    }
  });

  test('has the same content and ETag in every encoding', async () => {
    const plain = await request({});
    const packed = await request({ 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    const old = await request({ 'Accept-Encoding': 'gzip' });
    const refusing = await request({ 'Accept-Encoding': 'br;q=0, gzip;q=0' });
    expect([plain, packed, old, refusing].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
      undefined,
    ]);
    expect(brotliDecompressSync(packed.bytes)).toEqual(plain.bytes);
    expect(gunzipSync(old.bytes)).toEqual(plain.bytes);
    expect(new Set([plain, packed, old].map(({ headers }) => headers.etag)).size).toBe(1);
    for (const { headers } of [plain, packed]) {
      expect(headers.vary).toContain('Accept-Encoding');
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  test('responds 304 to a client that has the current version', async () => {
    const etag = await tag();
    expect(await request({ 'If-None-Match': etag, 'Accept-Encoding': 'br' })).toMatchObject({
      status: 304,
      bytes: Buffer.alloc(0),
    });
    expect((await request({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test.each([
    ['a price', 'update product set price_cents = price_cents + 1'],
    ['a rating', `update product set all_ratings = all_ratings || 5::smallint`],
    ['a picture', `update picture set state = 'ready', widths = '{320}'`],
    ['the name of a category', `update category set name = name || '!'`],
    ['the set of products', 'delete from product where id = (select id from product limit 1)'],
  ])('is rebuilt after a change to %s', async (_what, change) => {
    const before = { etag: await tag(), products: await list() };
    await shop.em().execute(change);
    const after = { etag: await tag(), products: await list() };
    expect(after.etag).not.toBe(before.etag);
    expect(after.products).not.toEqual(before.products);
    expect(await tag()).toBe(after.etag);
  });

  test('is never older than a change made before the request', async () => {
    const id = await addProduct(shop.em(), shop.storage);
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const price = 10_000 + index;
        await shop.em().execute('update product set price_cents = greatest(price_cents, ?) where id = ?', [price, id]);
        const found = (await list()).find((product: { _id: string }) => product._id === id);
        expect(found.price).toBeGreaterThanOrEqual(price / 100);
      }),
    );
  });

  test('does not show uncommitted changes', async () => {
    const before = await tag();
    await shop.em().transactional(async (em) => {
      await em.execute('update product set price_cents = 7');
      expect(await tag()).toBe(before);
      expect((await list()).map(({ price }: { price: number }) => price)).not.toContain(0.07);
    });
    expect(await tag()).not.toBe(before);
  });

  test('is rebuilt once per rating, although a job recomputes the rating afterwards', async () => {
    const productId = await addProduct(shop.em(), shop.storage);
    const { token } = await shop.newAccount();
    await shop.call('PATCH', '/products/single', { token, body: { productId, productRate: 5 } });
    const rated = await tag();
    const event = { id: newId(), name: 'product.rated', payload: { productId } } as const;
    await eventJobs.rating.run({ em: shop.em() } as JobDeps, event.payload, event);
    expect(await tag()).toBe(rated);
  });

  test('has the same ETag in every process, also while other changes are not committed', async () => {
    const tags = async () => {
      const processes = [followCatalogue(), followCatalogue()];
      return Promise.all(
        processes.map(async (catalogue) => {
          await catalogue.recent(shop.em());
          return catalogue.tag();
        }),
      );
    };
    const id = await addProduct(shop.em(), shop.storage);
    const change = (em = shop.em()) =>
      em.execute('update product set price_cents = price_cents + 1 where id = ?', [id]);
    const other = await addProduct(shop.em(), shop.storage);
    const seen: string[] = [];
    const see = async () => {
      // A transaction that ends between two reads makes another tag.
      const tag = await waitFor('one tag', async () => {
        const [one, two] = await tags();
        return one === two ? one : null;
      });
      seen.push(tag);
    };
    await see();
    await shop.em().transactional(async (em) => {
      await em.execute('update product set price_cents = 8 where id = ?', [other]);
      await change();
      await see();
    });
    await see();
    expect(new Set(seen).size).toBe(3);
  });
});

describe('the list of a large catalogue', () => {
  /** Its ETag, once no older transaction runs, also of another test: its end makes another ETag. */
  const lastingTag = () =>
    waitFor('a lasting ETag', async () => {
      const etag = await tag();
      return etag.includes('-') ? null : etag;
    });

  beforeAll(async () => {
    await shop.em().execute(
      `insert into product (id, title, description, price_cents, category_id)
       select gen_random_uuid(), 'Product ' || n, '', n, (select id from category limit 1) from generate_series(1, 2500) n`,
    );
  });

  test('has all products once, newest first, in every encoding', async () => {
    const plain = await request({});
    const { products } = JSON.parse(plain.bytes.toString());
    const rows = await shop.em().execute<{ id: string }[]>('select id from product order by id desc');
    expect(products.map(({ _id }: { _id: string }) => _id)).toEqual(rows.map(({ id }) => id));
    const packed = await request({ 'Accept-Encoding': 'br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.bytes)).toEqual(plain.bytes);
    expect(gunzipSync((await request({ 'Accept-Encoding': 'gzip' })).bytes)).toEqual(plain.bytes);
  });

  test('is sent while it is read, without a length', async () => {
    const { headers } = await request({});
    expect(headers['content-length']).toBeUndefined();
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test.each(['br', 'gzip', 'identity'])('breaks off in %s if the database fails on the way', async (encoding) => {
    let batches = 0;
    const interception = await interceptStatements(shop.database, (sql) => {
      if (sql.includes(BATCH)) batches += 1;
      if (sql.includes(BATCH) && batches === 3) throw new Error('The database is gone');
      return sql;
    });
    try {
      await expect(request({ 'Accept-Encoding': encoding })).rejects.toThrow();
    } finally {
      interception.mockRestore();
    }
    expect(batches).toBe(3);
  });

  test('is not read for a client that asks for the headers only', async () => {
    const statements: string[] = [];
    const interception = await interceptStatements(shop.database, (sql) => {
      statements.push(sql);
      return sql;
    });
    const headers = { 'Accept-Encoding': 'br' };
    const response = await fetch(`${shop.url}/api/v1/products`, { method: 'HEAD', headers });
    interception.mockRestore();
    expect([response.status, response.headers.get('Content-Encoding')]).toEqual([200, 'br']);
    expect(statements.filter((sql) => sql.includes(BATCH))).toEqual([]);
  });

  test('responds 304 without reading it to a client that has the current version', async () => {
    const etag = await lastingTag();
    expect(await request({ 'If-None-Match': etag })).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
    await shop.em().execute('update product set price_cents = price_cents + 1 where price_cents < 10');
    expect((await request({ 'If-None-Match': etag })).status).toBe(200);
  });

  test('has a quota per address, unlike a small one', async () => {
    const quotas = openQuotas(shop.limits);
    for (let time = 0; time < 59; time += 1) await quotas.take('wholeList', { userId: null, address: '203.0.113.1' });
    const from = { 'X-Forwarded-For': '203.0.113.1' };
    expect((await request(from)).status).toBe(200);
    expect((await request(from)).status).toBe(429);
    expect((await request({ ...from, 'If-None-Match': await lastingTag() })).status).toBe(304);
    await shop.em().execute(`delete from product where title like 'Product %'`);
    expect((await request(from)).status).toBe(200);
  });
});
