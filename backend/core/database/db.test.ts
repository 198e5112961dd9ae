import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../testing/servers/postgres.ts';
import { type NetworkProxy, startProxy } from '../../../testing/servers/proxy.ts';
import { waitFor } from '../../../testing/wait.ts';
import { entities } from '../../entities.ts';
import { POOL_MIN } from '../process/environment.ts';
import { type Database, openDatabase, pingDatabase } from './db.ts';
import { runAlone } from './locks.ts';

/** Milliseconds. */
const SILENCE_LIMIT = 2000;

let network: NetworkProxy;
let directUrl: string;
let networkUrl: string;
/** Connections attempted through the proxy. */
let connections = 0;
let database: Database;
let impatient: Database;
/** Bypasses the proxy. */
let direct: Database;

beforeAll(async () => {
  const url = new URL(await createTestDatabase(inject('postgresUrl')));
  directUrl = url.href;
  direct = await openDatabase({ url: directUrl, entities });
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
  impatient = await openDatabase({ url: url.href, entities, poolSize: 1, timeouts: { silence: SILENCE_LIMIT } });
});
afterAll(async () => {
  for (const each of [database, impatient, direct]) await each.close();
  await network.close();
});

test('fails after a timeout while all connections are stuck, and recovers with the network', async () => {
  await pingDatabase(database);
  network.freeze();
  const stuck = pingDatabase(database);
  await expect(pingDatabase(database)).rejects.toThrow('timeout exceeded when trying to connect');
  network.restore();
  await stuck;
  await pingDatabase(database);
});

test('gives up a silent transaction, releases its locks, and recovers', async () => {
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

test('keeps idle connections, however long they are silent', async () => {
  const session = async () =>
    (await impatient.em.fork().execute<{ pid: number }[]>('select pg_backend_pid() as pid'))[0];
  const before = await session();
  await direct.em.fork().execute('select pg_sleep(?)', [(2 * SILENCE_LIMIT) / 1000]);
  expect(await session()).toEqual(before);
});

test('runAlone may take longer than the silence limit', async () => {
  const em = direct.em.fork();
  const work = () => em.execute('select pg_sleep(?)', [(2 * SILENCE_LIMIT) / 1000]);
  expect(await runAlone(impatient.em, 'work', work, SILENCE_LIMIT / 10)).toBe(true);
});

test('work that runs alone leaves the connections of the smallest pool to other work', async () => {
  const small = await openDatabase({ url: directUrl, entities, poolSize: POOL_MIN });
  onTestFinished(() => small.close());
  const names = Array.from({ length: POOL_MIN }, (_, index) => `schedule ${index}`);
  let running = 0;
  const runs = names.map((name) =>
    runAlone(small.em, name, async () => {
      running += 1;
      await waitFor('all work to run', () => running === names.length);
      await pingDatabase(small);
    }),
  );
  expect(await Promise.all(runs)).toEqual(names.map(() => true));
});

test('close resolves while a statement waits for a new connection', async () => {
  network.freeze();
  const closing = await openDatabase({ url: networkUrl, entities });
  const before = connections;
  const statement = pingDatabase(closing).catch(() => 'refused');
  await waitFor('the connection attempt', () => connections > before);
  const closed = closing.close();
  network.restore();
  await closed;
  expect(await statement).toBe('refused');
});
