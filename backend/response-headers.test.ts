import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { addProduct } from '../testing/data/catalogue.ts';
import { startTestShop } from '../testing/shop/shop.ts';
import { newId } from './core/ids.ts';
import { describedRoutes } from './openapi/routes.ts';

const shop = await startTestShop({ apis: 1 });

describe('caches', () => {
  const publicReads = ['/products', '/products?page=1', '/products/suggestions?search=a', '/categories'];
  const routes = describedRoutes().map(({ method, path, call }) => {
    return {
      method,
      path: path.replace('/api/v1', '').replaceAll(/:\w+/g, newId()),
      isPublic: call.access === undefined,
    };
  });

  test('keep nothing of a call that needs a login, or that writes', async () => {
    const { token } = await shop.admin();
    const others = routes.filter(({ method, isPublic }) => method !== 'GET' || !isPublic);
    const kept: string[] = [];
    let succeeded = 0;
    // A logout would end the admin's session.
    for (const { method, path } of others.filter((route) => !route.path.startsWith('/user/logout'))) {
      const body = method === 'GET' ? undefined : {};
      const { status, headers } = await shop.call(method, path, { token, body });
      if (headers.get('Cache-Control') !== 'no-store') kept.push(`${method} ${path}`);
      if (status === 200) succeeded += 1;
    }
    expect(kept).toEqual([]);
    expect(succeeded).toBeGreaterThan(15);
  });

  test('keep nothing of a login, a logout, or a call that is unknown or fails', async () => {
    const { email, token } = await shop.newAccount();
    const responses = [
      await shop.call('POST', '/user/login', { body: { email, password: 'correct horse' } }),
      await shop.call('POST', '/user/logout', { token }),
      await shop.call('GET', '/nothing'),
      await shop.call('DELETE', '/products'),
      await shop.call('GET', `/products/single/${newId()}`),
      await shop.call('GET', '/user/getSingleUser'),
    ];
    for (const { headers } of responses) expect(headers.get('Cache-Control')).toBe('no-store');
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 405, 404, 401]);
    expect((await fetch(shop.url, { method: 'POST' })).headers.get('Cache-Control')).toBe('no-store');
  });

  test.each(publicReads)('may keep %s and ask whether it has changed, with a token only the own', async (path) => {
    const { token } = await shop.newAccount();
    expect((await shop.call('GET', path)).headers.get('Cache-Control')).toBe('no-cache');
    expect((await shop.call('GET', path, { token })).headers.get('Cache-Control')).toBe('private, no-cache');
    // fetch would add Cache-Control to a conditional request.
    const get = async (headers: Record<string, string>): Promise<IncomingMessage> => {
      const [response] = await once(request(`${shop.url}/api/v1${path}`, { headers }).end(), 'response');
      return response.resume();
    };
    const first = await get({ Authorization: token });
    const second = await get({ Authorization: token, 'If-None-Match': first.headers.etag ?? '' });
    expect([first.statusCode, second.statusCode]).toEqual([200, 304]);
  });

  test('keep nothing of the product that admins see, as it may be unpublished', async () => {
    const { token } = await shop.admin();
    const id = await addProduct(shop.em(), shop.storage);
    const path = `/products/single/${id}`;
    expect((await shop.call('GET', path, { token })).headers.get('Cache-Control')).toBe('no-store');
    expect((await shop.call('GET', path)).headers.get('Cache-Control')).toBe('no-cache');
  });
});

test('a response of the API, opened as a page, loads nothing', async () => {
  const { headers } = await fetch(`${shop.url}/api/v1/products`);
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none';frame-ancestors 'none'");
  expect(headers.get('Permissions-Policy')).toBeNull();
});

test('browsers get no features that the shop lacks, and no scripts that it did not write', async () => {
  const { headers } = await fetch(shop.url);
  const policy = headers.get('Content-Security-Policy')?.split(';');
  expect(policy).toEqual(
    expect.arrayContaining([
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ]),
  );
  expect(headers.get('Content-Security-Policy')).not.toContain('unsafe-eval');
  const permissions = headers.get('Permissions-Policy');
  for (const feature of ['camera', 'microphone', 'geolocation']) expect(permissions).toContain(`${feature}=()`);
  expect(permissions).toContain(`payment=(self "${shop.providerUrl}")`);
});
