import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type NetworkProxy, startProxy } from '../../e2e/failure/chaos/proxy.ts';
import { createTestDatabase } from '../../e2e/harness/postgres.ts';
import { entities } from '../entities.ts';
import { type Database, openDatabase, pingDatabase } from './db.ts';

let network: NetworkProxy;
let database: Database;

beforeAll(async () => {
  const url = new URL(await createTestDatabase(inject('postgresUrl')));
  const port = Number(url.port);
  network = await startProxy({ targets: () => [port] });
  url.port = String(network.port);
  database = await openDatabase({ url: url.href, entities, poolSize: 1 });
});
afterAll(async () => {
  await database.close();
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
