import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../testing/postgres.ts';
import { type NetworkProxy, startProxy } from '../../testing/proxy.ts';
import { waitFor } from '../../testing/wait.ts';
import { entities } from '../entities.ts';
import { type Database, openDatabase, pingDatabase, runAlone } from './db.ts';

/** Milliseconds. */
const SILENCE_LIMIT = 2000;

let network: NetworkProxy;
let networkUrl: string;
/** How many were begun through the network. */
let connections = 0;
let database: Database;
let impatient: Database;
/** Past the network. */
let direct: Database;

beforeAll(async () => {
  const url = new URL(await createTestDatabase(inject('postgresUrl')));
  direct = await openDatabase({ url: url.href, entities });
  const port = Number(url.port);
  network = await startProxy({
    targets: () => {
      connections += 1;
      return [port];
    },
  });
  url.port = String(network.port);
  networkUrl = url.href;
  database = await openDatabase({ url: url.href, entities, poolSize: 1 });
  impatient = await openDatabase({ url: url.href, entities, poolSize: 1, silenceLimit: SILENCE_LIMIT });
});
afterAll(async () => {
  for (const each of [database, impatient, direct]) await each.close();
  await network.close();
});

test('who finds every connection held up is told so, and all is well once the network is', async () => {
  await pingDatabase(database);
  network.freeze();
  const heldUp = pingDatabase(database);
  await expect(pingDatabase(database)).rejects.toThrow('timeout exceeded when trying to connect');
  network.restore();
  await heldUp;
  await pingDatabase(database);
});

test('what a network swallows is given up after a while, with the locks that it held, and then all is well again', async () => {
  await direct.em.fork().execute('create table thing (name text)');
  await direct.em.fork().execute("insert into thing values ('one')");
  const change = "update thing set name = 'changed'";
  const swallowed = impatient.em.fork().transactional(async (em) => {
    await em.execute(change);
    network.freeze();
    await em.execute('select 1');
  });
  await expect(swallowed).rejects.toThrow(`The database has not answered for ${SILENCE_LIMIT} ms`);
  await direct.em.fork().execute(change);
  network.restore();
  await pingDatabase(impatient);
});

test('a connection that nobody uses is kept however long it is silent', async () => {
  const session = async () =>
    (await impatient.em.fork().execute<{ pid: number }[]>('select pg_backend_pid() as pid'))[0];
  const before = await session();
  await direct.em.fork().execute('select pg_sleep(?)', [(2 * SILENCE_LIMIT) / 1000]);
  expect(await session()).toEqual(before);
});

test('work that runs alone may take longer than a connection may be silent', async () => {
  const em = direct.em.fork();
  const work = () => em.execute('select pg_sleep(?)', [(2 * SILENCE_LIMIT) / 1000]);
  expect(await runAlone(impatient.em, 'work', work, SILENCE_LIMIT / 10)).toBe(true);
});

test('closing ends, also while a statement waits for a connection that is still being made', async () => {
  network.freeze();
  const closing = await openDatabase({ url: networkUrl, entities });
  const before = connections;
  const statement = pingDatabase(closing).catch(() => 'refused');
  await waitFor('the connection to be begun', () => connections > before);
  const closed = closing.close();
  network.restore();
  await closed;
  expect(await statement).toBe('refused');
});
