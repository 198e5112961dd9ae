import { createServer, type ServerResponse } from 'node:http';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { waitFor } from '../../../testing/wait.ts';
import { findCallers } from '../../modules/users/sessions/sessions.service.ts';
import { newId } from '../ids.ts';
import { closeServer, listen } from './listen.ts';
import { refuseOverload } from './overload.ts';
import { newToken } from './sessions.ts';

/** More than may run at once, however many requests this process has just completed. */
const MANY = 200;

const shop = await startTestShop({ apis: 1, refusesOverload: true, languages: ['en', 'de'] });

test('requests are refused while too many wait for the database, except those that finish a payment', async () => {
  const running: Promise<{ status: number }>[] = [];
  // Reads the languages, as an API does when it starts.
  await shop.call('GET', '/products');
  await shop.em().transactional(async (em) => {
    await em.execute('lock table comment in access exclusive mode');
    // Of products that don't exist, which takes a query.
    for (let count = 0; count < MANY; count += 1) running.push(shop.call('GET', `/comment/filter/${newId()}`));
    const refusal = await waitFor('a refusal', async () => {
      const response = await shop.call('GET', '/payment/config');
      return response.status === 503 ? response : null;
    });
    expect(refusal.headers.get('Retry-After')).toBe('5');
    expect(refusal.headers.get('Cache-Control')).toBe('no-store');
    expect(refusal.body).toMatchObject({
      status: 'error',
      code: 'unavailable',
      message: "We're very busy. Please try again in a moment.",
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    });
    const german = await shop.call('GET', '/payment/config', { headers: { 'Accept-Language': 'de' } });
    expect(german.headers.get('Content-Language')).toBe('de');
    expect(german.headers.get('Vary')).toBe('Accept-Language');
    expect(german.body.message).toBe('Gerade ist sehr viel los. Bitte versuchen Sie es gleich noch einmal.');
    const page = await fetch(`${shop.url}/about`);
    expect([page.status, page.headers.get('Content-Type')]).toEqual([503, 'text/plain; charset=utf-8']);
    expect((await fetch(`${shop.url}/health/live`)).status).toBe(200);
    expect((await shop.call('POST', '/payment/webhook', { body: {} })).status).toBe(400);
    // Asks for a login, without the database.
    expect((await shop.call('POST', '/payment/return', { body: {} })).status).toBe(401);
  });
  const statuses = (await Promise.all(running)).map(({ status }) => status);
  expect(statuses).toContain(404);
  // The last ones may have been refused, too.
  expect(statuses.filter((status) => status !== 404 && status !== 503)).toEqual([]);
  expect((await shop.call('GET', '/payment/config')).status).toBe(200);
});

const findCaller = findCallers({ requiresSecondFactor: false });

/** Responds to `/held` only when the test releases it. */
async function startHolding() {
  const held: ServerResponse[] = [];
  const serve = refuseOverload(
    shop.database,
    pino({ level: 'silent' }),
    findCaller,
    () => ['en'],
    ({ url }, res) => {
      if (url === '/held') held.push(res);
      else res.end();
    },
  );
  const server = createServer(serve);
  const port = await listen(server, 0, '127.0.0.1', 'PORT');
  onTestFinished(() => closeServer(server));
  const send = async (path: string, options?: RequestInit) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, options)).status;
  const statuses: Promise<number>[] = [];
  /** Sends requests until MANY are held. On a busy machine, sending them may be an overload itself. */
  const holdMany = async (options?: RequestInit) => {
    while (held.length < MANY) {
      let refused = 0;
      const missing = MANY - held.length;
      for (let sent = 0; sent < missing; sent += 1) {
        const status = send('/held', options);
        statuses.push(status);
        void status.then((status) => {
          if (status === 503) refused += 1;
        });
      }
      await waitFor('all to run or to be refused', () => held.length + refused >= MANY);
      await waitFor('no refusal', async () => (await send('/')) === 200);
    }
  };
  /** Responds to all that are held. */
  const releaseAll = async () => {
    for (const response of held) response.end();
    const served = (await Promise.all(statuses)).filter((status) => status === 200);
    expect(served).toHaveLength(MANY);
  };
  return { holdMany, releaseAll, send };
}

/** Keeps the event loop busy. @returns what ends it */
function keepBusy(): () => void {
  const busy = setInterval(() => {
    for (const end = performance.now() + 50; performance.now() < end; );
  }, 1);
  return () => clearInterval(busy);
}

test('requests are refused while too many run in a busy event loop, and accepted once it is not', async () => {
  const { holdMany, releaseAll, send } = await startHolding();
  await holdMany();
  const rest = keepBusy();
  await waitFor('a refusal', async () => (await send('/')) === 503);
  rest();
  await waitFor('no refusal', async () => (await send('/')) === 200);
  await releaseAll();
});

test('uploads, which wait for their bytes, make no other request be refused', async () => {
  const { holdMany, releaseAll, send } = await startHolding();
  const form = new FormData();
  form.set('file', 'x');
  await holdMany({ method: 'POST', body: form });
  const rest = keepBusy();
  for (const end = performance.now() + 1500; performance.now() < end; ) expect(await send('/')).toBe(200);
  rest();
  await releaseAll();
});

test('requests that only claim to be uploads count like others', async () => {
  const { holdMany, releaseAll, send } = await startHolding();
  await holdMany({ headers: { 'Content-Type': 'multipart/form-data; boundary=x' } });
  const rest = keepBusy();
  await waitFor('a refusal', async () => (await send('/')) === 503);
  rest();
  await waitFor('no refusal', async () => (await send('/')) === 200);
  await releaseAll();
});

test('people with a session are served while strangers, and those who invent tokens, are refused', async () => {
  const { holdMany, releaseAll, send } = await startHolding();
  const [known, unknown] = [await shop.newAccount(), await shop.newAccount()];
  const as = (token: string) => ({ headers: { Authorization: token } });
  await shop.call('GET', '/orders', { token: known.token });
  await holdMany();
  const rest = keepBusy();
  await waitFor('a refusal', async () => (await send('/')) === 503);
  for (const { token } of [known, unknown]) expect(await send('/', as(token))).toBe(200);
  const invented = await Promise.all(Array.from({ length: 20 }, () => send('/', as(newToken()))));
  // Each answer may find the load lower for a moment.
  expect(invented.filter((status) => status === 503).length).toBeGreaterThan(15);
  expect(await send('/', as(unknown.token))).toBe(200);
  rest();
  await waitFor('no refusal', async () => (await send('/')) === 200);
  await releaseAll();
});

test('people with a session are refused as well if they are too many', async () => {
  const { holdMany, releaseAll, send } = await startHolding();
  const { token } = await shop.newAccount();
  const headers = { Authorization: token };
  await shop.call('GET', '/orders', { token });
  await holdMany({ headers });
  const rest = keepBusy();
  await waitFor('a refusal', async () => (await send('/', { headers })) === 503);
  rest();
  await waitFor('no refusal', async () => (await send('/', { headers })) === 200);
  await releaseAll();
});
