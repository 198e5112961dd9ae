import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { startTestShop } from '../testing/shop/shop.ts';
import { loseDatabase } from '../testing/shop/statements.ts';
import { newId } from './core/ids.ts';
import { createCategory } from './modules/catalogue/categories/categories.service.ts';

const shop = await startTestShop({ apis: 1 });

describe('an error response', () => {
  test('has one shape: message, code and request id', async () => {
    const response = await shop.call('GET', '/nothing/here', { headers: { 'X-Request-Id': 'my-request-1' } });
    expect(response.status).toBe(404);
    expect(response.headers.get('X-Request-Id')).toBe('my-request-1');
    expect(response.body).toEqual({
      status: 'error',
      message: "This address doesn't exist",
      error: "This address doesn't exist",
      code: 'notFound',
      requestId: 'my-request-1',
    });
  });

  test.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
  ])('of a lost database (%s) asks to retry and hides the details', async (message) => {
    const lost = await loseDatabase(shop.database, new Error(message));
    const response = await shop.call('GET', '/products');
    lost.mockRestore();
    expect(response).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(response.headers.get('Retry-After')).toBe('5');
    expect(JSON.stringify(response.body)).not.toContain(message);
  });

  test('ignores a request id that could forge a log line', async () => {
    const response = await shop.call('GET', '/nothing', { headers: { 'X-Request-Id': 'a{"level":"fatal"}' } });
    expect(response.body.requestId).toMatch(/^[\da-f-]{36}$/);
  });

  test('names every invalid field as the body does', async () => {
    const response = await shop.call('POST', '/user/register', {
      body: { email: 'no', username: ' ', password: 'short' },
    });
    expect(response.status).toBe(422);
    expect(response.body.fields).toEqual({
      email: 'Email is not valid',
      username: 'Username is required',
      password: 'Password must have at least 8 characters',
    });
    expect(response.body.message).toBe('Email is not valid');
  });

  test.each([
    ['not JSON', '{"email":', 400, 'malformed'],
    ['a list', '[]', 400, 'malformed'],
    ['a string', '"hello"', 400, 'malformed'],
    ['missing', undefined, 400, 'malformed'],
    ['more than 100 kB', JSON.stringify({ email: 'a'.repeat(100 * 1024) }), 413, 'tooLarge'],
  ])('has the right code for a body that is %s', async (_, body, status, code) => {
    const response = await shop.call('POST', '/user/login', { body });
    expect(response).toMatchObject({ status, body: { status: 'error', code } });
  });

  test('reports the wrong content type', async () => {
    const response = await shop.call('POST', '/user/login', { body: 'a=b', headers: { 'Content-Type': 'text/plain' } });
    expect(response).toMatchObject({ status: 415, body: { code: 'unsupportedType' } });
  });

  test('lists the allowed methods', async () => {
    const response = await shop.call('DELETE', '/products');
    expect(response).toMatchObject({ status: 405, body: { code: 'methodNotAllowed' } });
    expect(response.headers.get('Allow')).toContain('GET');
  });

  test.each(['/products/single/1', `/products/single/${newId()}`, '/products/single/%00', '/products/single/..%2f..'])(
    'is a 404 for the id in %s',
    async (path) => {
      expect((await shop.call('GET', path)).status).toBe(404);
    },
  );
});

describe('an invalid token', () => {
  const token = 'not-a-token';

  test('is ignored on public pages', async () => {
    expect((await shop.call('GET', '/products', { token })).status).toBe(200);
  });

  test('is rejected with 401 elsewhere', async () => {
    const body = { productId: newId(), content: 'Hello' };
    for (const response of [
      await shop.call('POST', '/comment', { token, body }),
      await shop.call('GET', '/user/getSingleUser', { token }),
      await shop.call('GET', '/orders', { token }),
    ]) {
      expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    }
  });

  test('is named as the reason where no login is needed', async () => {
    const body = { email: 'ana@example.com', password: 'not the password' };
    expect((await shop.call('POST', '/user/login', { token, body })).body).toMatchObject({ sessionEnded: true });
    expect((await shop.call('POST', '/user/login', { body })).body).not.toHaveProperty('sessionEnded');
  });

  test('can still log out', async () => {
    expect((await shop.call('POST', '/user/logout', { token })).status).toBe(200);
  });
});

describe('a page', () => {
  const get = (path: string) => fetch(shop.url + path);

  test.each([
    '/',
    '/order?redirect_status=succeeded',
    '/authorization',
    '/contact',
    '/profile',
    '/resetPassword/token',
    '/verify/token',
  ])('at %s serves the client', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('text/html');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'self'");
  });

  test('at an unknown address serves the client with 404', async () => {
    const response = await get('/no/such/page');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<div id="root">');
  });

  test.each(['/uploads/none.jpg', '/uploads/..%2f..%2fpackage.json', '/assets/none.js', '/..%2fpackage.json', '/%00'])(
    'is not served from a file at %s',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('"dependencies"');
    },
  );
});

describe('the list of products', () => {
  /** Like a browser; fetch adds Cache-Control to conditional requests. */
  async function getProducts(headers: Record<string, string>): Promise<IncomingMessage> {
    const [response] = await once(request(`${shop.url}/api/v1/products`, { headers }).end(), 'response');
    return response.resume();
  }

  test('responds with 304 if the client has it', async () => {
    const { headers } = await getProducts({});
    const second = await getProducts({ 'If-None-Match': headers.etag ?? '' });
    expect(second.statusCode).toBe(304);
  });

  test.each(['br', 'gzip'])('is compressed with %s', async (encoding) => {
    const categoryId = await createCategory(shop.em(), null, `Category ${encoding}`);
    await shop.em().execute(
      `insert into product (id, title, description, price_cents, category_id)
       select gen_random_uuid(), 'Laptop', 'Fine', 100, ? from generate_series(1, 20)`,
      [categoryId],
    );
    expect((await getProducts({ 'Accept-Encoding': encoding })).headers['content-encoding']).toBe(encoding);
  });
});

test('health needs no login', async () => {
  expect((await fetch(`${shop.url}/health/live`)).status).toBe(200);
  expect(await (await fetch(`${shop.url}/health/ready`)).json()).toEqual({ status: 'success', problems: [] });
});

test('readiness responds while the database hangs', async () => {
  const silent = await loseDatabase(shop.database);
  const response = await fetch(`${shop.url}/health/ready`);
  silent.mockRestore();
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ status: 'error', problems: ['database'] });
});
