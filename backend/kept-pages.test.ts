import { createServer, get } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addProduct } from '../testing/data/catalogue.ts';
import { noStripe } from '../testing/servers/provider.ts';
import { startTestShop } from '../testing/shop/shop.ts';
import { interceptStatements } from '../testing/shop/statements.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { closeServer, listen } from './core/http/listen.ts';
import { createCategory } from './modules/catalogue/categories/categories.service.ts';
import { followCatalogue } from './modules/listing/follow-catalogue.ts';

const shop = await startTestShop();

// An API as in production: it reads changes from time to time. The shop's own reads them for each request.
const catalogue = followCatalogue();
const server = createServer();
let url = '';
beforeAll(async () => {
  const { database, storage, limits } = shop;
  const app = createApp({
    config: {
      ...readConfig({}),
      publicUrl: 'https://shop.example',
      payments: noStripe,
    },
    database,
    catalogue,
    storage,
    limits,
    readiness: { accepting: true },
    log: pino({ level: 'silent' }),
  });
  server.on('request', app.callback());
  url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1', 'PORT')}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await closeServer(server);
});

/** Milliseconds after which every API shows a change, and what a busy machine may add. */
const FRESH = 1000;
const BUSY = 9000;

let id = '';
let title = '';
beforeEach(async () => {
  title = `Walkman${Math.random()}`;
  id = await addProduct(shop.em(), shop.storage, title);
  const categoryId = await createCategory(shop.em(), null, title);
  await shop.em().execute('update product set category_id = ? where id = ?', [categoryId, id]);
  catalogue.expire();
});

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url + path, { headers: { 'Accept-Encoding': 'br', ...headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const slugOf = async () => {
  const [row] = await shop
    .em()
    .execute<[{ slug: string }]>(
      'select slug from category where id = (select category_id from product where id = ?)',
      [id],
    );
  return row.slug;
};

/** The path of each kind of kept response that shows the product. */
const kinds: [what: string, path: () => Promise<string>][] = [
  ['the home page', async () => '/'],
  ['the page of a category', async () => `/category/${await slugOf()}`],
  ['the page of a product', async () => `/product/${id}`],
  ['the page of a product in another currency', async () => `/product/${id}?currency=USD`],
  ['a page of the list', async () => '/api/v1/products?page=1'],
  ['a category with facets', async () => `/api/v1/products?page=1&category=${await slugOf()}`],
  ['the list', async () => '/api/v1/products'],
  ['a product', async () => `/api/v1/products/single/${id}`],
  ['suggestions', async () => `/api/v1/products/suggestions?search=${title}`],
];

/** Reads a response until it is kept. @returns the statements of the last read */
async function readKept(path: string): Promise<string[]> {
  for (let time = 0; time < 2; time += 1) await read(path);
  const statements: string[] = [];
  const interception = await interceptStatements(shop.database, (sql) => {
    statements.push(sql);
    return sql;
  });
  try {
    await read(path);
  } finally {
    interception.mockRestore();
  }
  return statements;
}

describe.each(kinds)('%s', (_what, pathOf) => {
  test('is sent from memory, and follows a change by another process within a second', async () => {
    const path = await pathOf();
    // Unless the catalogue has just stopped being recent.
    await expect.poll(() => readKept(path)).toEqual([]);
    await shop.em().execute(`update product set title = title || ' again' where id = ?`, [id]);
    const changedAt = performance.now();
    await expect.poll(async () => (await read(path)).text, { interval: 20 }).toContain(`${title} again`);
    expect(performance.now() - changedAt).toBeLessThan(FRESH + BUSY);
  });

  test('is the same to a browser that has it, kept or not', async () => {
    const path = await pathOf();
    const { headers } = await read(path);
    const known = { 'If-None-Match': headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' };
    for (let time = 0; time < 3; time += 1) expect((await read(path, known)).status).toBe(304);
  });

  test('has the headers of a response that is not kept', async () => {
    const path = await pathOf();
    const headersOf = async () => {
      const { headers } = await read(path);
      return Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)));
    };
    const first = await headersOf();
    await readKept(path);
    expect(await headersOf()).toEqual(first);
    // A page has an address in each language.
    const vary = path.startsWith('/api/') ? 'Accept-Language, Accept-Encoding' : 'Accept-Encoding';
    expect(first).toMatchObject({ 'cache-control': 'no-cache', vary, 'content-encoding': 'br' });
    expect(first['content-security-policy']).toBeDefined();
  });

  test('follows a change by this process at once', async () => {
    const path = await pathOf();
    await readKept(path);
    const { token } = await shop.newAccount();
    const headers = { Authorization: token, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ productId: id, productRate: 5 });
    const { status } = await fetch(`${url}/api/v1/products/single`, { method: 'PATCH', headers, body });
    expect(status).toBe(200);
    const { text } = await read(path);
    if (!path.includes('suggestions')) expect(text).toMatch(/"allRatings":\[5\]/);
  });
});

test('a parameter that means nothing neither makes another page nor reaches one that is kept', async () => {
  for (const path of ['/', `/product/${id}`]) {
    await read(`${path}?utm_source=first`);
    await read(`${path}?utm_source=second`);
    const statements: string[] = [];
    const interception = await interceptStatements(shop.database, (sql) => {
      statements.push(sql);
      return sql;
    });
    const { text } = await read(path);
    interception.mockRestore();
    expect(text).not.toContain('utm_source');
    expect(statements.filter((sql) => !sql.includes('catalogue_change'))).toEqual([]);
  }
});

test('a product that is hidden reaches those who edit the catalogue only, although it was kept', async () => {
  const path = `/api/v1/products/single/${id}`;
  const { token } = await shop.admin();
  await readKept(path);
  await shop.em().execute('update product set is_published = false where id = ?', [id]);
  await expect.poll(async () => (await read(path)).status).toBe(404);
  for (let time = 0; time < 3; time += 1) {
    const own = await read(path, { Authorization: token });
    expect([own.status, own.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect((await read(path)).status).toBe(404);
    expect((await read(`/product/${id}`)).status).toBe(404);
  }
});

test('a head has the headers and no body of the kept response', async () => {
  await readKept('/');
  const { headers, text } = await read('/');
  const head = await fetch(url, { method: 'HEAD' });
  expect(await head.text()).toBe('');
  expect(head.headers.get('ETag')).toBe(headers.get('ETag'));
  expect(text.length).toBeGreaterThan(0);
});

test('another host gets no kept response', async () => {
  await readKept('/');
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  get(url, { headers: { Host: 'attacker.example' } }, (response) => resolve(response.resume().statusCode));
  expect(await promise).toBe(421);
});
