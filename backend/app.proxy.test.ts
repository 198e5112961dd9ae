import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noStripe } from '../testing/servers/provider.ts';
import { PASSWORD } from '../testing/shop/api.ts';
import { startTestShop } from '../testing/shop/shop.ts';
import { loseDatabase } from '../testing/shop/statements.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { closeServer, listen } from './core/http/listen.ts';
import { followCatalogue } from './modules/listing/follow-catalogue.ts';

const shop = await startTestShop();

/** The shop behind an HTTPS proxy, with a readable log. */
const lines: Record<string, unknown>[] = [];
const server = createServer();
let url = '';

beforeAll(async () => {
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const config = {
    ...readConfig({}),
    publicUrl: 'https://shop.example',
    allowedHosts: ['shop.example', '10.0.0.5', '[fd00::1]'],
    trustedProxies: 1,
    payments: noStripe,
  };
  const { database, storage, limits } = shop;
  const app = createApp({
    config,
    database,
    catalogue: followCatalogue(),
    storage,
    limits,
    readiness: { accepting: true },
    log: pino({}, stream),
  });
  server.on('request', app.callback());
  url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1', 'PORT')}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await closeServer(server);
});

describe('a failure outside the API', () => {
  test('is logged and answered with a message and request id, without details', async () => {
    const broken = await loseDatabase(shop.database, new Error('A secret'));
    const response = await fetch(`${url}/sitemap.xml`, { headers: { 'X-Request-Id': 'sitemap-1' } });
    broken.mockRestore();
    expect(response.status).toBe(500);
    expect(response.headers.get('X-Request-Id')).toBe('sitemap-1');
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(await response.text()).toBe('Something went wrong on our side');
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'request failed',
        err: expect.objectContaining({ message: 'A secret' }),
      }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', path: '/sitemap.xml', status: 500 }));
  });

  test('asks to retry while the database is down', async () => {
    const lost = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const away = await loseDatabase(shop.database, lost);
    const response = await fetch(`${url}/sitemap.xml`);
    away.mockRestore();
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('5');
  });

  test.each(['/%', '/uploads/%', '/uploads/%00'])('is a client error for the malformed path %s', async (path) => {
    const response = await fetch(url + path);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });
});

test.each([
  ['shop.example', 200],
  ['SHOP.example.:8443', 200],
  ['10.0.0.5:3000', 200],
  ['[FD00:0::1]:3000', 200],
  ['localhost:3000', 200],
  ['other.shop.example', 421],
  ['shop.example.evil', 421],
])('responds to the host %s with %i', async (host, status) => {
  const [response] = await once(request(`${url}/api/v1/categories`, { headers: { Host: host } }).end(), 'response');
  expect((response as IncomingMessage).resume().statusCode).toBe(status);
});

test('requires HTTPS as PUBLIC_URL says, whatever a client claims', async () => {
  const headers = { 'X-Forwarded-Proto': 'http', 'X-Forwarded-Host': 'other.example' };
  const response = await fetch(`${url}/sitemap.xml`, { headers });
  expect(response.headers.get('Strict-Transport-Security')).toContain('max-age=');
  expect(await response.text()).not.toContain('other.example');
});

test('keeps the cookie of a known device to HTTPS and its own host', async () => {
  const { email } = await shop.newAccount();
  const response = await fetch(`${url}/api/v1/user/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-device=[^;]+; path=\/; expires=[^;]+; samesite=lax; secure; httponly$/),
  ]);
});

test.each(['/', '/api/v1/products', '/api/v1/nothing', '/uploads/none.jpg'])(
  'an https shop asks browsers for https for a year, with its subdomains: %s',
  async (path) => {
    const { headers } = await fetch(url + path);
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
  },
);

test('a request is logged with the address and the account that made it', async () => {
  const { token, userId } = await shop.newAccount();
  const send = (path: string, headers: Record<string, string>) =>
    fetch(`${url}/api/v1${path}`, { headers: { 'X-Forwarded-For': '203.0.113.7', ...headers } });
  await send('/admin/user', {});
  await send('/admin/user', { Authorization: token });
  const logged = lines.filter(({ path }) => path === '/api/v1/admin/user');
  expect(logged).toEqual([
    expect.objectContaining({ status: 401, address: '203.0.113.7' }),
    expect.objectContaining({ status: 403, address: '203.0.113.7', userId }),
  ]);
  expect(logged[0]).not.toHaveProperty('userId');
});

test('health checks are logged only if they fail', async () => {
  const statuses = () => lines.filter(({ path }) => path === '/health/ready').map(({ status }) => status);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const broken = await loseDatabase(shop.database, new Error('Gone'));
  expect((await fetch(`${url}/health/ready`)).status).toBe(503);
  broken.mockRestore();
  expect(statuses()).toEqual([503]);
});

describe('the rate limit', () => {
  const comment = (forwardedFor: string) =>
    fetch(`${url}/api/v1/comment`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': forwardedFor },
      body: '{}',
    });

  test('stops a client even if it forges its address, and no other client', async () => {
    const statuses: number[] = [];
    for (let times = 0; times < 100; times += 1) {
      statuses.push((await comment(`198.51.100.${times}, 203.0.113.9`)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([422]));
    const refused = await comment('198.51.100.200, 203.0.113.9');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3500);
    expect(await refused.json()).toMatchObject({ code: 'tooMany' });
    expect((await comment('203.0.113.10')).status).toBe(422);
  });

  test('does not apply to local processes', async () => {
    const responses = await Promise.all(Array.from({ length: 120 }, () => comment('127.0.0.1')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([422]));
  });
});
