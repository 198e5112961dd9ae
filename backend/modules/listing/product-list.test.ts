import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { addProduct } from '../../../testing/catalogue.ts';
import { startTestShop } from '../../../testing/shop.ts';
import { waitFor } from '../../../testing/wait.ts';
import type { JobDeps } from '../../../workers/jobs/job.ts';
import { rating } from '../../../workers/jobs/rating.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { readListBody, readListVersion } from '../catalogue/catalogue.queries.ts';
import { createProductList } from './product-list.ts';

const shop = await startTestShop();

/** The raw response: fetch would decompress it. */
function request(
  headers: Record<string, string>,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    get(`${shop.url}/api/v1/products`, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
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
      expect((await shop.call('GET', `/products/single/${product._id}`)).body.product).toEqual(product);
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

  const raisePrices = () => shop.em().execute('update product set price_cents = price_cents + 1');

  /** Counts the reads from the database; reading the body takes at least `milliseconds`. */
  function watchReads(milliseconds: number) {
    const counter = { bodies: 0, versions: 0 };
    const reader = {
      version: (em: EntityManager) => {
        counter.versions += 1;
        return readListVersion(em);
      },
      body: async (em: EntityManager) => {
        counter.bodies += 1;
        await em.execute('select pg_sleep(?)', [milliseconds / 1000]);
        return readListBody(em);
      },
    };
    return { counter, productList: createProductList(undefined, reader) };
  }

  test('is rebuilt once for all requests after a change', async () => {
    const { counter, productList } = watchReads(60);
    await productList.read(shop.em(), 'identity');
    await raisePrices();
    const lists = await Promise.all(Array.from({ length: 20 }, () => productList.read(shop.em(), 'identity')));
    expect(new Set(lists.map(({ version }) => version)).size).toBe(1);
    expect(counter.bodies).toBe(2);
  });

  test('is rebuilt once per rating, although a job recomputes the rating afterwards', async () => {
    const { counter, productList } = watchReads(0);
    const productId = await addProduct(shop.em(), shop.storage);
    const { token } = await shop.newAccount();
    await productList.read(shop.em(), 'identity');
    counter.bodies = 0;
    await shop.call('PATCH', '/products/single', { token, body: { productId, productRate: 5 } });
    await productList.read(shop.em(), 'identity');
    await rating.run({ em: shop.em() } as JobDeps, { productId });
    await productList.read(shop.em(), 'identity');
    expect(counter.bodies).toBe(1);
  });

  test('shares reads of its version between concurrent requests', async () => {
    const { counter, productList } = watchReads(0);
    await productList.read(shop.em(), 'identity');
    counter.versions = 0;
    await Promise.all(Array.from({ length: 20 }, () => productList.read(shop.em(), 'identity')));
    expect(counter.versions).toBe(1);
    const early = productList.read(shop.em(), 'identity');
    await waitFor('the read to start', () => counter.versions === 2);
    await raisePrices();
    const late = await Promise.all(Array.from({ length: 20 }, () => productList.read(shop.em(), 'identity')));
    expect(counter.versions).toBe(3);
    expect(late.every(({ version }) => version === late[0]?.version)).toBe(true);
    await early;
  });

  test('reads its version again after a failed read', async () => {
    let isDown = true;
    const productList = createProductList(undefined, {
      version: (em) => (isDown ? Promise.reject(new Error('down')) : readListVersion(em)),
      body: readListBody,
    });
    const read = () => productList.read(shop.em(), 'identity');
    const responses = await Promise.allSettled([read(), read()]);
    expect(responses.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isDown = false;
    expect((await read()).body.length).toBeGreaterThan(0);
  });

  test('of a small catalogue is never older than the request, even if building it is slow', async () => {
    const { productList } = watchReads(600);
    const before = await productList.read(shop.em(), 'identity');
    await raisePrices();
    expect((await productList.read(shop.em(), 'identity')).version).not.toBe(before.version);
  });

  test('is rebuilt for a request after a change during a rebuild', async () => {
    const { counter, productList } = watchReads(60);
    const before = productList.read(shop.em(), 'identity');
    await waitFor('the rebuild to start', () => counter.bodies > 0);
    await raisePrices();
    const after = await productList.read(shop.em(), 'identity');
    expect(after.version).not.toBe((await before).version);
    expect((await productList.read(shop.em(), 'identity')).version).toBe(after.version);
  });

  describe('of a large catalogue', () => {
    test('serves the previous version during a rebuild', async () => {
      const productList = createProductList({ large: 0, maxAge: 60_000 });
      const before = await productList.read(shop.em(), 'br');
      await raisePrices();
      expect(await productList.read(shop.em(), 'br')).toEqual(before);
      const after = await waitFor('the new list', async () => {
        const list = await productList.read(shop.em(), 'br');
        return list.version === before.version ? null : list;
      });
      expect(brotliDecompressSync(after.body)).not.toEqual(brotliDecompressSync(before.body));
      expect(await productList.read(shop.em(), 'br')).toEqual(after);
    });

    test('waits for the rebuild if the previous version is too old', async () => {
      const productList = createProductList({ large: 0, maxAge: 0 });
      const before = await productList.read(shop.em(), 'br');
      await raisePrices();
      expect((await productList.read(shop.em(), 'br')).version).not.toBe(before.version);
    });
  });
});
