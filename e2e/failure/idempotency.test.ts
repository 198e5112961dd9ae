import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../backend/core/database/db.ts';
import { entities } from '../../backend/entities.ts';
import { freePort } from '../../backend/local/ports.ts';
import { ADMIN, type Processes, prepareProcesses } from '../../testing/processes/processes.ts';
import { callsOf, logIn } from '../../testing/shop/api.ts';
import { waitFor } from '../../testing/wait.ts';

/** Names the lock at which statements wait. */
const GATE = 4242;

let shop: Processes;
let database: Database;
let token: string;

beforeAll(async () => {
  shop = await prepareProcesses(null);
  database = await openDatabase({ url: shop.databaseUrl, entities });
  const em = database.em.fork();
  await em.execute(`create function wait_at_gate() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(${GATE});
    return new;
  end $$`);
  await em.execute('create trigger gate before insert on category for each row execute function wait_at_gate()');
  await em.execute('create trigger gate before update on keyed_call for each row execute function wait_at_gate()');
});
afterAll(async () => {
  await database.close();
  await shop.close();
});

/** Lets statements wait at the gate until `open` is called. */
async function closeGate() {
  const em = database.em.fork();
  await em.begin();
  await em.execute(`select pg_advisory_xact_lock(${GATE})`);
  return {
    untilWaiting: (query: string) =>
      waitFor('a statement at the gate', async () => {
        const waiting = await database.em
          .fork()
          .execute(`select 1 from pg_stat_activity where wait_event = 'advisory' and query ilike ?`, [`%${query}%`]);
        return waiting.length > 0;
      }),
    open: () => em.rollback(),
  };
}

const addCategory = (url: string, name: string) =>
  callsOf(url)('POST', '/admin/category', {
    token,
    body: { categoryName: name },
    headers: { 'Idempotency-Key': name },
  });

async function countCategories(name: string): Promise<number> {
  const [row] = await database.em
    .fork()
    .execute<[{ count: number }]>('select count(*) from category where name = ?', [name]);
  return row.count;
}

test('a call of an API that is killed before its commit is done by a repeat that waits at another API', async () => {
  const [first, port] = [await shop.startApi(), String(await freePort())];
  await shop.startApi({ PORT: port });
  token = (await logIn(callsOf(shop.url), ADMIN)).token;
  const gate = await closeGate();
  const call = addCategory(shop.url, 'Before').catch((error: unknown) => error);
  await gate.untilWaiting('insert into "category"');
  const repeat = addCategory(shop.url.replace(/\d+$/, port), 'Before');
  await first.kill();
  expect(await call).toBeInstanceOf(Error);
  await gate.open();
  expect((await repeat).status).toBe(200);
  expect(await countCategories('Before')).toBe(1);
});

test('a call of an API that is killed between commit and answer is not done again, and a repeat says so', async () => {
  const [first, name] = [await shop.startApi(), 'After'];
  // Only the answer waits.
  await database.em.fork().execute('drop trigger gate on category');
  const gate = await closeGate();
  const call = addCategory(shop.url, name).catch((error: unknown) => error);
  await gate.untilWaiting('insert into "keyed_call"');
  expect(await countCategories(name)).toBe(1);
  await first.kill();
  expect(await call).toBeInstanceOf(Error);
  // PostgreSQL would carry out the statement of a client that is gone.
  await database.em
    .fork()
    .execute(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'advisory'`);
  await gate.open();
  await shop.startApi();
  expect(await addCategory(shop.url, name)).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: expect.stringContaining('was interrupted') },
  });
  expect(await countCategories(name)).toBe(1);
});
