import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import Koa from 'koa';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startTestShop } from '../testing/shop.ts';
import { interceptStatements } from '../testing/statements.ts';
import { readJson, releaseConnection } from './core/bodies.ts';
import { inLongTransaction, openDatabase } from './core/db.ts';
import { respondToErrors } from './core/error-responses.ts';
import type { ShopState } from './core/http.ts';
import { closeServer, listen } from './core/listen.ts';
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
  const { token } = await shop.registerAndLogIn();
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

test('a body that takes too long to arrive is refused, and its connection is to be closed', async () => {
  const app = new Koa<ShopState>();
  app.use(releaseConnection);
  app.use(respondToErrors(pino({ level: 'silent' })));
  app.use(async (ctx) => {
    ctx.body = await readJson(ctx.req, TIMEOUT);
  });
  const server = createServer(app.callback());
  const port = await listen(server, 0, '127.0.0.1', 'PORT');
  onTestFinished(() => closeServer(server));

  const client = connect({ port, host: '127.0.0.1' });
  client.write('POST /api/v1/comment HTTP/1.1\r\nHost: shop\r\nContent-Length: 2000000\r\n\r\n{"content": "');
  const typing = setInterval(() => client.write('x'), TIMEOUT / 10);
  const [response] = await once(client, 'data');
  clearInterval(typing);
  client.destroy();
  expect(String(response)).toContain('408 Request Timeout');
  expect(String(response)).toContain('"code":"tooSlow"');
  expect(String(response)).toContain('Connection: close');
});
