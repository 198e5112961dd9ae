import { pino } from 'pino';
import { expect, inject, test } from 'vitest';
import { CONNECTIONS } from '../../backend/core/database/connections.ts';
import { createTestDatabase } from '../../testing/servers/postgres.ts';
import { startProxy } from '../../testing/servers/proxy.ts';
import { waitFor } from '../../testing/wait.ts';
import { openPool } from './backend.ts';
import { openQueues } from './queues.ts';
import { queueNames } from './settings.ts';

test('has a connection for each queue, which listens, and five for all', () => {
  expect(CONNECTIONS.worker.queues).toBe(queueNames.length + 5);
});

test('reports a connection lost while checked out, and keeps the pool usable', async () => {
  const errors: unknown[] = [];
  const pool = openPool(await createTestDatabase(inject('postgresUrl')), {
    schema: 'public',
    size: 6,
    onError: (error) => errors.push(error),
  });
  const held = await pool.connect();
  const { rows } = await held.query('select pg_backend_pid() as pid');
  await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await waitFor('the loss to be reported', () => errors.length > 0);
  expect(errors[0]).toMatchObject({ code: '57P01' });
  await expect(held.query('select 1')).rejects.toThrow();
  held.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('does not open the queues if one of them lost its connection at its start, which BullMQ never tries again', async () => {
  const databaseUrl = await createTestDatabase(inject('postgresUrl'));
  const log = pino({ level: 'silent' });
  await (await openQueues({ databaseUrl, redisUrl: null }, log)).close();
  let starts = 0;
  const proxy = await startProxy({
    targets: () => [Number(new URL(databaseUrl).port)],
    inspect: (chunk) => !chunk.includes('MAX(version)') || ++starts !== 4,
  });
  const url = Object.assign(new URL(databaseUrl), { port: String(proxy.port) }).href;
  await expect(openQueues({ databaseUrl: url, redisUrl: null }, log)).rejects.toThrow('Connection terminated');
  await proxy.close();
});
