import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportView } from '#contract/catalogue/imports.ts';
import { type Database, openDatabase } from '../../backend/core/database/db.ts';
import { entities } from '../../backend/entities.ts';
import { freePort } from '../../backend/local/ports.ts';
import { ensureAdmin } from '../../backend/modules/users/administration/admin-account.ts';
import { catalogueLines, importForm, packed } from '../../testing/data/imports.ts';
import { type Processes, prepareProcesses } from '../../testing/processes/processes.ts';
import { queueBackends } from '../../testing/servers/queue-backends.ts';
import { startRedis, type TestRedis } from '../../testing/servers/redis.ts';
import { waitFor } from '../../testing/wait.ts';

/** Enough for a worker to be killed midway. */
const LINES = 4500;
const ADMIN = { email: 'admin@example.com', password: 'admin password' };

describe.each(queueBackends)('with the queues in %s', (backend) => {
  let redis: TestRedis | null = null;
  let shop: Processes;
  let database: Database;

  beforeAll(async () => {
    if (backend === 'Redis') redis = await startRedis(await freePort());
  });
  afterAll(() => redis?.remove());

  beforeEach(async () => {
    shop = await prepareProcesses(redis?.url ?? null);
    database = await openDatabase({ url: shop.databaseUrl, entities });
    await ensureAdmin(database.em.fork(), ADMIN);
    await shop.startApi();
  });
  afterEach(async () => {
    await database.close();
    await shop.close();
  });

  async function call<T>(method: string, path: string, token: string, body?: BodyInit): Promise<T> {
    const headers = {
      ...(token && { Authorization: token }),
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    };
    const response = await fetch(`${shop.url}/api/v1${path}`, { method, headers, body });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  test('an import resumes after its last finished row when its worker is killed, with correct counts', async () => {
    const { token } = await call<{ token: string }>('POST', '/user/login', '', JSON.stringify(ADMIN));
    const lines = catalogueLines(LINES);
    for (const index of [7, 1999, LINES - 1]) lines[index] = '{"title":';
    const form = importForm(packed(lines.join('\n')));
    const { importId } = await call<{ importId: string }>('POST', '/admin/import', token, form);
    const report = async () => (await call<{ import: ImportView }>('GET', `/admin/import/${importId}`, token)).import;

    // Slow the import down, so that it is still running when the worker dies.
    await database.em.fork().execute(
      `create function delay_update() returns trigger language plpgsql as 'begin perform pg_sleep(0.2); return new; end';
       create trigger slow before update on catalogue_import for each row execute function delay_update()`,
    );
    for (const threshold of [0.05, 0.5]) {
      const worker = await shop.startWorkers();
      await waitFor('the import to be running', async () => (await report()).progress > threshold);
      await worker.kill();
      expect(await report()).toMatchObject({ state: 'running' });
    }
    const { progress } = await report();
    expect(progress).toBeGreaterThan(0.5);
    expect(progress).toBeLessThan(1);

    await database.em.fork().execute('drop trigger slow on catalogue_import');
    await shop.startWorkers();
    await waitFor('the import to be done', async () => (await report()).state === 'done');
    expect(await report()).toMatchObject({ created: LINES - 3, updated: 0, unchanged: 0, refused: 3, progress: 1 });
    expect((await report()).refusals.map(({ line }) => line)).toEqual([8, 2000, LINES]);

    const open = 'select count(*)::int as count from outbox_event where done_at is null';
    await waitFor('all events to be handled', async () => (await count(open)) === 0);
    expect(await count('select count(*)::int as count from product')).toBe(LINES - 3);
    expect(await count('select sum(product_count)::int as count from category')).toBe(LINES - 3);
    expect(await count(`select count(*)::int as count from audit_entry where action = 'catalogue.imported'`)).toBe(1);
  });

  async function count(sql: string): Promise<number> {
    const [row] = await database.em.fork().execute<{ count: number }[]>(sql);
    return row?.count ?? -1;
  }
});
