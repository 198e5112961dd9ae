import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { addProduct } from '../testing/data/catalogue.ts';
import { startTestShop } from '../testing/shop/shop.ts';
import { interceptStatements } from '../testing/shop/statements.ts';
import { describedRoutes } from './openapi/routes.ts';

// Requirements of the ASVS that no other test shows (docs/asvs.md).

const shop = await startTestShop({ apis: 1 });
const { token: admin } = await shop.admin();

const files = ['/', '/favicon.svg', '/licenses.txt', '/sitemap.xml', '/uploads/none.jpg'];
const paths = [...files, '/api/v1/products', '/api/v1/nothing'];

test.each(paths)('every response says how browsers may use it: %s', async (path) => {
  const { headers } = await fetch(shop.url + path);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('Content-Type')).toMatch(/; charset=utf-8$|^image\//);
});

test.each(['GET', 'OPTIONS'])('another origin may read nothing: %s', async (method) => {
  const headers = {
    Origin: 'https://other.example',
    'Access-Control-Request-Method': 'PUT',
    'Access-Control-Request-Headers': 'authorization',
  };
  for (const path of ['/api/v1/products', '/api/v1/user/editUser', '/']) {
    const response = await fetch(shop.url + path, { method, headers });
    const allowed = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
    expect(allowed).toEqual([]);
  }
});

test('calls that change data have unsafe methods', async () => {
  // They change data at any time.
  await shop.setFaults({ webhooks: { drop: true } });
  const productId = await addProduct(shop.em(), shop.storage);
  const cart = { amount: 19.99, currency: 'EUR', items: [{ productId, count: 1 }] };
  const { body } = await shop.call('POST', '/payment', { token: admin, body: cart });
  const [user] = await shop.em().execute<{ id: string }[]>('select id from user_account');
  const ids = new Map([
    [/order/, body.orderId],
    [/user/, user?.id],
  ]);
  const written: string[] = [];
  const watching = await interceptStatements(shop.database, (sql) => {
    // A session may record when it was used.
    if (/^\s*(insert|update|delete|merge)\b/i.test(sql) && !sql.includes('"session"')) written.push(sql);
    return sql;
  });
  for (const { method, path } of describedRoutes()) {
    if (method !== 'GET') continue;
    const id = [...ids].find(([kind]) => kind.test(path))?.[1] ?? productId;
    const response = await shop.call('GET', path.replace('/api/v1', '').replace(/:\w+/, id), { token: admin });
    expect(response.status, path).toBeLessThan(500);
  }
  watching.mockRestore();
  expect(written).toEqual([]);
});

describe('a password', () => {
  const passwords = [
    ' begins and ends with blanks ',
    'Лозинка од речи',
    '🔑🔒 and some words',
    "'; drop table user_account; --",
    `${'sixty-four characters, and more than that, '.repeat(2)}are fine`,
  ];

  test.each(passwords)('may consist of any characters, and counts exactly as typed: %j', async (password) => {
    const name = crypto.randomUUID();
    const email = `${name}@example.com`;
    const registered = await shop.call('POST', '/user/register', { body: { email, username: name, password } });
    expect(registered.status).toBe(200);
    const logIn = async (typed: string) =>
      (await shop.call('POST', '/user/login', { body: { email, password: typed } })).status;
    expect(await logIn(password)).toBe(200);
    expect(await logIn(password.slice(0, -1))).toBe(401);
    expect(await logIn(`${password} `)).toBe(401);
    if (password !== password.trim()) expect(await logIn(password.trim())).toBe(401);
    if (password !== password.toUpperCase()) expect(await logIn(password.toUpperCase())).toBe(401);
  });
});

test.each(['/', '/api/v1/products', '/uploads/none.jpg'])('TRACE is refused at %s', async (path) => {
  const sent = request(shop.url + path, { method: 'TRACE', headers: { 'X-Secret': 'secret' } });
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
  expect([404, 405, 501]).toContain(response.statusCode);
  expect(await text(response)).not.toContain('secret');
});

describe('a request with two boundaries is refused', () => {
  const chunked = '0\r\n\r\n';
  const smuggled = 'GET /api/v1/admin/user HTTP/1.1\r\nHost: localhost\r\n\r\n';

  test.each([
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
    ['a list of lengths', ['Content-Length: 5, 6']],
    ['an unknown encoding after chunks', ['Transfer-Encoding: chunked, identity']],
    ['a blank before the colon', ['Content-Length : 5']],
  ])('%s', async (_what, headers) => {
    const { hostname, port } = new URL(shop.url);
    const socket = connect(Number(port), hostname);
    const head = ['POST /api/v1/user/login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...headers];
    socket.write(`${head.join('\r\n')}\r\n\r\n${chunked}${smuggled}`);
    const responses = (await text(socket)).match(/^HTTP\/1\.1 \d+/gm);
    expect(responses).toEqual(['HTTP/1.1 400']);
  });
});
