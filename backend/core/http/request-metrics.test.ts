import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { loseDatabase } from '../../../testing/shop/statements.ts';
import { closeServer, listen } from './listen.ts';
import { metricsReaders } from './operator-login.ts';
import { createMetricsServer, measureRequests } from './request-metrics.ts';

const shop = await startTestShop({ observers: [measureRequests] });
const readers = metricsReaders('the operator’s', 'token-of-prometheus');
const server = createMetricsServer(shop.database, readers, pino({ level: 'silent' }));
const port = await listen(server, 0, '127.0.0.1', 'METRICS_PORT');
afterAll(() => closeServer(server));

const get = (path: string, authorization = 'Bearer token-of-prometheus') =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: authorization } });

async function readMetrics(): Promise<string> {
  const response = await get('/metrics');
  expect(response.headers.get('Content-Type')).toContain('text/plain; version=0.0.4');
  return response.text();
}

test.each([
  [
    'the pattern of its route',
    'GET',
    '/products/single/0190a1b2-0000-7000-8000-000000000000',
    '/products/single/:id',
    404,
  ],
  ['the same if a login is missing', 'GET', '/admin/product/export', '/admin/product/export', 401],
  ['no route for an unknown path', 'GET', '/nothing/here', 'none', 404],
  ['no route for a method that its path lacks', 'DELETE', '/products', 'none', 405],
])('a request counts under %s', async (_, method, path, route, status) => {
  await shop.call(method, path);
  const pattern = route === 'none' ? route : `/api/v1${route}`;
  const labels = `{method="${method}",route="${pattern}",status="${status}"}`;
  expect(await readMetrics()).toContain(`webshop_http_request_duration_seconds_count${labels} 1`);
});

test('invented methods share one label', async () => {
  for (const method of ['PROPFIND', 'MKCOL']) await shop.call(method, '/products');
  const metrics = await readMetrics();
  expect(metrics).toContain('webshop_http_request_duration_seconds_count{method="other",route="none",status="405"} 2');
  expect(metrics).not.toContain('MKCOL');
});

test.each([
  ['refuses connections', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
  ['hangs', undefined],
])('while the database %s, it is reported as down, beside the figures of the process', async (_, error) => {
  const lost = await loseDatabase(shop.database, error);
  const metrics = await readMetrics();
  lost.mockRestore();
  expect(metrics).toContain('webshop_up{part="database"} 0');
  expect(metrics).toContain('webshop_http_requests_in_flight 0');
  expect(await readMetrics()).toContain('webshop_up{part="database"} 1');
});

test('serves nothing else, and only to the operator and the token', async () => {
  for (const path of ['/', '/api/v1/products']) expect((await get(path)).status).toBe(404);
  const operator = `Basic ${Buffer.from('operator:the operator’s').toString('base64')}`;
  expect((await get('/metrics', operator)).status).toBe(200);
  for (const wrong of ['', 'Bearer token-of-another', 'Basic token-of-prometheus']) {
    expect((await get('/metrics', wrong)).status).toBe(401);
  }
});
