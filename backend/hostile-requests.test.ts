import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { problemsOf } from '../testing/shop/described-api.ts';
import { startTestShop } from '../testing/shop/shop.ts';
import { newId } from './core/ids.ts';

const shop = await startTestShop({ apis: 1 });

const json = { 'Content-Type': 'application/json' };

/** Sends requests that `fetch` would reject or normalize. */
async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Uint8Array = '',
): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> {
  const sent = request(shop.url + path, { method, headers });
  const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage];
  const text = (await response.setEncoding('utf8').toArray()).join('');
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

const codeOf = ({ text }: { text: string }) => JSON.parse(text).code;

describe('a body', () => {
  const inherited = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];

  test.each(inherited)('may have an unknown field named %s', async (name) => {
    const registration = { email: `${name}@example.com`, username: name, password: 'a good password' };
    const body = JSON.stringify(registration).replace('{', `{"${name}":1,`);
    expect((await shop.call('POST', '/user/register', { body })).status).toBe(200);
  });

  test('with __proto__ is malformed', async () => {
    const body = '{"__proto__":{"role":"admin"},"email":"a@example.com","username":"a","password":"a good password"}';
    expect(await shop.call('POST', '/user/register', { body })).toMatchObject({ status: 400 });
  });

  test('with a nested inherited name reports only the known fields', async () => {
    const { token } = await shop.newAccount();
    const body = '{"amount":1,"currency":"EUR","items":[{"constructor":1}]}';
    const response = await shop.call('POST', '/payment', { token, body });
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.fields)).toEqual(['items[0].productId', 'items[0].count']);
  });

  test.each(inherited)('with a member named %s in a list reports only the known fields', async (name) => {
    const { token } = await shop.admin();
    const body = { lines: [{ [name]: 1 }], carrier: 'DHL' };
    const response = await shop.call('POST', `/admin/order/${newId()}/shipment`, { token, body });
    expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([
      422,
      ['lines[0].productId', 'lines[0].count'],
    ]);
  });

  test.each([
    ['/user/register', 'email'],
    ['/user/login', 'password'],
    ['/comment', 'productId'],
    ['/payment', 'amount'],
    ['/payment', 'currency'],
  ])('for %s is invalid if its %s cannot be converted to text', async (path, field) => {
    const { token } = await shop.newAccount();
    const response = await shop.call('POST', path, { token, body: { [field]: { toString: 'x', valueOf: null } } });
    expect(response.status).toBe(422);
    expect(response.body.fields).toHaveProperty(field);
  });

  test.each([
    ['POST', `/admin/order/${newId()}/refund`, { lines: [null], reason: 'Damaged', restock: false }, 'lines[0]'],
    ['POST', `/admin/order/${newId()}/shipment`, { lines: [null], carrier: 'DHL' }, 'lines[0]'],
    ['POST', '/admin/product/bulk', { products: [null], change: { percent: 1 } }, 'products[0]'],
    ['PUT', '/admin/tax', { shopRate: 20, rates: [null] }, 'rates[0]'],
    ['POST', '/payment/quote', { items: [null], currency: 'EUR' }, 'items[0]'],
  ])('with null in a list is invalid (%s %s)', async (method, path, body, field) => {
    const { token } = await shop.admin();
    const response = await shop.call(method, path, { token, body });
    expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([422, [field]]);
  });

  test.each([
    ['gzip', 'not compressed at all'],
    ['gzip', gzipSync('{"email":"a@example.com"}').subarray(0, -10)],
    ['deflate', 'not compressed at all'],
    ['br', 'not compressed at all'],
  ])('with a broken %s encoding is malformed', async (encoding, body) => {
    const response = await send('POST', '/api/v1/user/login', { ...json, 'Content-Encoding': encoding }, body);
    expect([response.status, codeOf(response)]).toEqual([400, 'malformed']);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'of type "%s" is unsupported, also when chunked',
    async (type) => {
      const headers = { 'Transfer-Encoding': 'chunked', ...(type && { 'Content-Type': type }) };
      const response = await send('POST', '/api/v1/user/login', headers, 'a=b');
      expect([response.status, codeOf(response)]).toEqual([415, 'unsupportedType']);
    },
  );
});

describe('an address', () => {
  const unreadable = ['http://[/', 'http://[', 'http://%zz/', '//[', '/%', '/api/v1/%', '*', '?', '/\\['];

  test.each(unreadable)('that cannot be parsed (%s) is a client error', async (target) => {
    const sent = request({ port: new URL(shop.url).port, path: target });
    const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toSatisfy((status: number) => status === 400 || status === 404);
  });

  test.each(['/user/logout/', '/User/Logout', '/products/', '/Products'])(
    '%s is not found: paths match exactly',
    async (path) => {
      const response = await shop.call(path.includes('ogout') ? 'POST' : 'GET', path);
      expect(response).toMatchObject({ status: 404, body: { code: 'notFound' } });
    },
  );

  test.each(['PROPFIND', 'LINK', 'PURGE', 'DELETE'])('that is unknown is not found for %s either', async (method) => {
    const response = await send(method, '/api/v1/nothing', {});
    expect([response.status, codeOf(response), response.headers.allow]).toEqual([404, 'notFound', undefined]);
  });

  test('that exists lists its methods in response to an unknown one', async () => {
    const response = await send('PROPFIND', '/api/v1/products', {});
    expect([response.status, codeOf(response)]).toEqual([405, 'methodNotAllowed']);
    expect(response.headers.allow).toContain('GET');
  });

  test('that escapes the assets folder is not found, and not cached as immutable', async () => {
    const response = await send('GET', '/assets/..%2findex.html', {});
    expect(response.status).toBe(404);
    expect(response.headers['cache-control'] ?? '').not.toContain('immutable');
  });
});

test.each(['/products', '/admin/product/export', '/admin/order/export'])(
  'responds to If-None-Match as described (%s)',
  async (path) => {
    const { token } = await shop.admin();
    const headers = { Authorization: token, 'If-None-Match': '*' };
    const { status } = await send('GET', `/api/v1${path}`, headers);
    expect(status).toBe(304);
    const response = { status, headers: new Headers(), body: '' };
    expect(await problemsOf({ method: 'GET', path, body: undefined, response })).toEqual([]);
  },
);

test.each(['identity;q=0', '*;q=0', 'gzip;q=0, identity;q=0', 'compress, identity;q=0'])(
  'responds uncompressed to a client that accepts no encoding (%s)',
  async (encoding) => {
    for (const path of ['/', '/api/v1/products']) {
      const response = await send('GET', path, { 'Accept-Encoding': encoding });
      expect([response.status, response.headers['content-encoding']]).toEqual([200, undefined]);
    }
  },
);

describe('a host', () => {
  const port = Number(new URL(shop.url).port);

  /** Sends these lines as they are. @returns the response */
  async function sendLines(...lines: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    return (await socket.setEncoding('utf8').toArray()).join('');
  }

  const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);

  test.each(['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1'])(
    'that is not the shop (%s) is refused, for pages, calls and pictures',
    async (host) => {
      for (const path of ['/', '/api/v1/products', '/uploads/none.webp', '/nothing']) {
        const response = await send('GET', path, { Host: host });
        expect([response.status, response.text]).toEqual([
          421,
          expect.stringContaining(`doesn't serve ${host.split(':')[0]}`),
        ]);
      }
      const written = await send('POST', '/api/v1/user/login', { ...json, Host: host }, '{}');
      expect([written.status, codeOf(written)]).toEqual([421, 'misdirected']);
    },
  );

  test.each(['localhost', 'LOCALHOST', 'localhost.', '127.0.0.1', '127.1.2.3:80', '[::1]', `[::1]:${port}`])(
    'that is this machine (%s) is served',
    async (host) => {
      expect((await send('GET', '/api/v1/products', { Host: host })).status).toBe(200);
    },
  );

  test.each(['shop@localhost', 'localhost/evil', 'local host', 'localhost:port', '[::1', 'a,b', '%'])(
    'that is none (%s) is malformed',
    async (host) => {
      const response = await sendLines('GET /api/v1/products HTTP/1.1', `Host: ${host}`);
      expect([400, 421]).toContain(statusOf(response));
    },
  );

  test('must be one, in any HTTP version', async () => {
    const get = 'GET /api/v1/products HTTP/1.1';
    expect(statusOf(await sendLines(get, 'Host: localhost', 'Host: evil.example'))).toBe(400);
    expect(statusOf(await sendLines(get, 'Host: localhost', 'host: localhost'))).toBe(400);
    expect(statusOf(await sendLines(get, 'Host:'))).toBe(400);
    expect(statusOf(await sendLines(get))).toBe(400);
    expect(statusOf(await sendLines('GET /api/v1/products HTTP/1.0'))).toBe(400);
    expect(statusOf(await sendLines('GET /api/v1/products HTTP/1.0', 'Host: localhost'))).toBe(200);
  });

  test('in the target counts as well', async () => {
    const get = (host: string) => `GET http://${host}/api/v1/products HTTP/1.1`;
    expect(statusOf(await sendLines(get('evil.example'), 'Host: localhost'))).toBe(421);
    expect(statusOf(await sendLines(get('localhost'), 'Host: evil.example'))).toBe(421);
    expect(statusOf(await sendLines(get('localhost'), 'Host: localhost'))).toBe(200);
  });

  test('does not matter to health checks', async () => {
    for (const check of ['live', 'ready']) {
      expect((await send('GET', `/health/${check}`, { Host: '10.0.0.1' })).status).toBe(200);
      expect(statusOf(await sendLines(`GET /health/${check} HTTP/1.0`))).toBe(200);
    }
  });
});
