import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../testing/postgres.ts';
import { waitFor } from '../../testing/wait.ts';
import { openPool } from './connections.ts';

test('reports a connection lost while checked out, and keeps the pool usable', async () => {
  const errors: unknown[] = [];
  const pool = openPool(await createTestDatabase(inject('postgresUrl')), {
    schema: 'public',
    listeners: 1,
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
