import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startTestShop } from '../testing/shop.ts';

const shop = await startTestShop();

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
    const { token } = await shop.registerAndLogIn();
    const body = '{"amount":1,"currency":"EUR","items":[{"constructor":1}]}';
    const response = await shop.call('POST', '/payment', { token, body });
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.fields)).toEqual(['items[0].productId', 'items[0].count']);
  });

  test.each([
    ['/user/register', 'email'],
    ['/user/login', 'password'],
    ['/comment', 'productId'],
    ['/payment', 'amount'],
    ['/payment', 'currency'],
  ])('for %s is invalid if its %s cannot be converted to text', async (path, field) => {
    const { token } = await shop.registerAndLogIn();
    const response = await shop.call('POST', path, { token, body: { [field]: { toString: 'x', valueOf: null } } });
    expect(response.status).toBe(422);
    expect(response.body.fields).toHaveProperty(field);
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

test.each(['identity;q=0', '*;q=0', 'gzip;q=0, identity;q=0', 'compress, identity;q=0'])(
  'responds uncompressed to a client that accepts no encoding (%s)',
  async (encoding) => {
    for (const path of ['/', '/api/v1/products']) {
      const response = await send('GET', path, { 'Accept-Encoding': encoding });
      expect([response.status, response.headers['content-encoding']]).toEqual([200, undefined]);
    }
  },
);
