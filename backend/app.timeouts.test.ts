import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import Koa from 'koa';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTestShop } from '../testing/shop/shop.ts';
import { interceptStatements } from '../testing/shop/statements.ts';
import { waitFor } from '../testing/wait.ts';
import { inLongTransaction, openDatabase } from './core/database/db.ts';
import { readJson, releaseConnection } from './core/http/bodies.ts';
import { respondToErrors } from './core/http/error-responses.ts';
import type { ShopState } from './core/http/http.ts';
import { closeServer, createPublicServer, listen } from './core/http/listen.ts';
import { entities } from './entities.ts';

/** Milliseconds. */
const TIMEOUT = 500;

const shop = await startTestShop({ timeouts: { statement: TIMEOUT, lock: TIMEOUT } });

const busy = {
  status: 503,
  body: { code: 'unavailable', message: "We're very busy. Please try again in a moment." },
};

test('a request whose statement takes too long is refused for the moment', async () => {
  const slow = await interceptStatements(shop.database, (sql) =>
    /from "category"/.test(sql) ? 'select pg_sleep(60)' : sql,
  );
  const response = await shop.call('GET', '/categories');
  slow.mockRestore();
  expect(response).toMatchObject(busy);
  expect(response.headers.get('Retry-After')).toBe('5');
  expect((await shop.call('GET', '/categories')).status).toBe(200);
});

test('a request that waits too long for a lock is refused, changes nothing, and succeeds once the lock is free', async () => {
  const { token } = await shop.newAccount();
  const rename = () => shop.call('PUT', '/user/editUser', { token, body: { firstName: 'Ana' } });
  await inLongTransaction(shop.em(), async (em) => {
    await em.execute('select 1 from user_account for update');
    expect(await rename()).toMatchObject(busy);
  });
  expect((await shop.call('GET', '/user/getSingleUser', { token })).body.user.firstName).not.toBe('Ana');
  expect((await rename()).status).toBe(200);
});

test('a long transaction may take longer, and only itself', async () => {
  const short = await openDatabase({ url: shop.databaseUrl, entities, poolSize: 1, timeouts: { statement: TIMEOUT } });
  onTestFinished(() => short.close());
  const wait = 'select pg_sleep(?)';
  const seconds = [(2 * TIMEOUT) / 1000];
  await inLongTransaction(short.em.fork(), (em) => em.execute(wait, seconds));
  await expect(short.em.fork().execute(wait, seconds)).rejects.toThrow('statement timeout');
});

describe('a body that takes too long to arrive', () => {
  const CLIENTS = 400;

  /** Sends the beginning of a body, and then byte by byte. @returns the response, once the connection has ended */
  async function sendSlowly(port: number, length: number): Promise<string> {
    const client = connect({ port, host: '127.0.0.1' });
    client.write(`POST /api/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n{"content": "`);
    const typing = setInterval(() => client.write('x'), TIMEOUT / 5);
    const chunks: Buffer[] = [];
    client.on('data', (chunk) => chunks.push(chunk));
    // Writing to a connection that the server has ended is an error.
    client.on('error', () => {});
    await once(client, 'close').finally(() => clearInterval(typing));
    return Buffer.concat(chunks).toString();
  }

  test(`is refused, and its connection ends soon, while others are served, also with ${CLIENTS} of them`, async () => {
    const app = new Koa<ShopState>();
    app.use(releaseConnection);
    app.use(respondToErrors(pino({ level: 'silent' })));
    app.use(async (ctx) => {
      ctx.body = ctx.method === 'POST' ? await readJson(ctx.req, { time: TIMEOUT }) : 'served';
    });
    const server = createServer(app.callback());
    const port = await listen(server, 0, '127.0.0.1', 'PORT');
    onTestFinished(() => closeServer(server));

    const start = performance.now();
    // A rest of this size is awaited if it isn't slow.
    const slow = Array.from({ length: CLIENTS }, (_, number) =>
      sendSlowly(port, number % 2 === 0 ? 50_000 : 2_000_000),
    );
    const all = Promise.all(slow).finally(() => {
      areOpen = false;
    });
    let areOpen = true;
    let served = 0;
    while (areOpen) {
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('served');
      served += 1;
    }
    expect(served).toBeGreaterThan(10);
    for (const response of await all) {
      expect(response).toContain('408 Request Timeout');
      expect(response).toContain('"code":"tooSlow"');
      expect(response).toContain('Connection: close');
    }
    // The rest of a fast body is awaited for 30 seconds.
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});

describe('a client that never reads', () => {
  const CLIENTS = 100;
  const LARGE = Buffer.alloc(16 * 1024 * 1024);

  test.each([
    ['its response', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['many responses', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(5)],
    [
      'and never sends the rest of its body',
      'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500000\r\n\r\n{"content": "',
    ],
    [
      'and never sends the rest of its body',
      'POST /api/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500000\r\n\r\n{"content": "',
    ],
  ])('%s loses its connection', async (_, request) => {
    const app = new Koa<ShopState>();
    // Of interrupted responses.
    app.silent = true;
    app.use(releaseConnection);
    app.use(respondToErrors(pino({ level: 'silent' })));
    app.use(async (ctx) => {
      ctx.body = ctx.method === 'POST' ? await readJson(ctx.req, { time: TIMEOUT }) : LARGE;
    });
    const server = createPublicServer(app.callback(), TIMEOUT);
    const port = await listen(server, 0, '127.0.0.1', 'PORT');
    // Without a listener for its data, a socket reads none.
    const clients = Array.from({ length: CLIENTS }, () => connect({ port, host: '127.0.0.1' }).on('error', () => {}));
    onTestFinished(() => {
      for (const client of clients) client.destroy();
      return closeServer(server);
    });
    await Promise.all(clients.map((client) => once(client, 'connect')));
    for (const client of clients) client.write(request);
    const open = () => promisify(server.getConnections.bind(server))();
    await waitFor('the connections to end', async () => (await open()) === 0);
  });

  test('slowly, but reads, keeps it', async () => {
    // A busy machine may be silent for longer than the other tests allow.
    const silence = 4 * TIMEOUT;
    const server = createPublicServer((_, response) => response.end(LARGE), silence);
    const port = await listen(server, 0, '127.0.0.1', 'PORT');
    onTestFinished(() => closeServer(server));
    const client = connect({ port, host: '127.0.0.1' });
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    let read = 0;
    const start = performance.now();
    for await (const chunk of client) {
      read += chunk.length;
      // Takes twice as long as a silence may.
      await pause(Math.max(0, start + (2 * silence * read) / LARGE.length - performance.now()));
    }
    expect(read).toBeGreaterThan(LARGE.length);
  });
});
