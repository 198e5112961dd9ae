import { describe, expect, test } from 'vitest';
import { freePort } from '../backend/local/ports.ts';
import { writeApiSite } from '../backend/openapi/site.ts';
import { queueBackends, useWorkerShop } from '../testing/servers/queue-backends.ts';
import { isRedisInstalled } from '../testing/servers/redis.ts';
import { METRICS_TOKEN, OPERATOR_PASSWORD, ratingJob } from '../testing/shop/worker-shop.ts';
import { waitFor } from '../testing/wait.ts';

const bearer = { Authorization: `Bearer ${METRICS_TOKEN}` };

describe.each(queueBackends)('with queues in %s', (backend) => {
  const current = useWorkerShop(backend, freePort);

  async function startOperations() {
    const workers = await current.shop.start(ratingJob(() => {}));
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${workers.operationsPort}${path}`, { headers, redirect: 'manual' });
    return { workers, get };
  }

  function basic(user: string, password: string) {
    return { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
  }

  test('is ready while everything works', async () => {
    const { get } = await startOperations();
    expect((await get('/health/live')).status).toBe(200);
    const ready = await get('/health/ready');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'success', problems: [] }]);
  });

  test('is not ready while the relay lags behind', async () => {
    const { shop } = current;
    const { get } = await startOperations();
    const em = shop.database.em.fork();
    await em.execute(`create function refuse() returns trigger language plpgsql as
      $$ begin raise 'the relay cannot update the outbox'; end $$`);
    await em.execute('create trigger refuse before update on outbox_event for each row execute function refuse()');
    await em.execute(`insert into outbox_event (id, name, payload, created_at)
      values (gen_random_uuid(), 'product.rated', '{}', now() - interval '1 minute')`);
    const ready = await get('/health/ready');
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'error', problems: ['relay'] }]);
    await em.execute('drop trigger refuse on outbox_event');
    await waitFor('the relay to catch up', async () => (await get('/health/ready')).status === 200);
  });

  test('exports waiting events and jobs by state', async () => {
    const { shop } = current;
    const { get } = await startOperations();
    const [product = ''] = await shop.rate();
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    await waitFor('the job to be counted', async () => {
      const metrics = await (await get('/metrics', bearer)).text();
      return metrics.includes('webshop_queue_jobs{queue="ratings",state="completed"} 1');
    });
    const metrics = await (await get('/metrics', bearer)).text();
    expect(metrics).toContain('webshop_up{part="database"} 1');
    expect(metrics).toContain('webshop_up{part="queues"} 1');
    expect(metrics).toContain('webshop_outbox_waiting_events 0');
    expect(metrics).toContain('webshop_queue_jobs{queue="ratings",state="failed"} 0');
  });

  test('shows the queue dashboard only to the operator', async () => {
    const { get } = await startOperations();
    expect((await get('/queues')).status).toBe(401);
    expect((await get('/queues', basic('operator', 'wrong'))).status).toBe(401);
    expect((await get('/queues', basic('admin', OPERATOR_PASSWORD))).status).toBe(401);
    expect((await get('/queues/api/queues')).status).toBe(401);
    expect((await get('/', basic('operator', OPERATOR_PASSWORD))).headers.get('Location')).toBe('/queues');
    const page = await get('/queues', basic('operator', OPERATOR_PASSWORD));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('WebShop queues')]);
  });

  test('shows the description of the API to everybody', async () => {
    await writeApiSite();
    const { get } = await startOperations();
    const description = await get('/openapi.json');
    expect([description.status, await description.json()]).toMatchObject([200, { openapi: '3.1.1' }]);
    expect((await get('/api')).headers.get('Location')).toBe('/api/');
    const page = await get('/api/');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('spec-url="/openapi.json"')]);
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self';");
    expect((await get('/api/openapi-explorer.min.js')).status).toBe(200);
    expect((await get('/api/other')).status).toBe(401);
  });

  test('reports a taken port in one line', async () => {
    const { workers } = await startOperations();
    const second = current.shop.start(
      ratingJob(() => {}),
      {},
      workers.operationsPort,
    );
    await expect(second).rejects.toThrow(`Port ${workers.operationsPort} is taken: set OPERATIONS_PORT to another`);
  });
});

describe.runIf(isRedisInstalled)('while Redis is down', () => {
  const current = useWorkerShop('Redis', freePort);

  test('the workers stay alive, but not ready until it returns', async () => {
    const { shop, redis } = current;
    const { operationsPort } = await shop.start(ratingJob(() => {}));
    const health = (kind: string) => fetch(`http://127.0.0.1:${operationsPort}/health/${kind}`);
    await redis?.kill();
    const ready = await health('ready');
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'error', problems: ['queues'] }]);
    expect((await health('live')).status).toBe(200);
    await redis?.start();
    await waitFor('the workers to be ready', async () => (await health('ready')).status === 200);
  });

  test.each([
    ['killed', 'kill', 'start'],
    ['frozen', 'freeze', 'thaw'],
  ] as const)('metrics still cover the other parts (Redis %s)', async (_, fail, recover) => {
    const { shop, redis } = current;
    const { operationsPort } = await shop.start(ratingJob(() => {}));
    await redis?.[fail]();
    const response = await fetch(`http://127.0.0.1:${operationsPort}/metrics`, { headers: bearer });
    const metrics = await response.text();
    expect(response.status).toBe(200);
    expect(metrics).toContain('webshop_up{part="database"} 1');
    expect(metrics).toContain('webshop_up{part="queues"} 0');
    expect(metrics).toContain('webshop_outbox_waiting_events 0');
    expect(metrics).not.toContain('webshop_queue_jobs');
    await redis?.[recover]();
    await waitFor('the queues to respond', () => shop.queues.counts());
  });
});
