import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../backend/core/database/db.ts';
import { entities } from '../../backend/entities.ts';
import { freePort } from '../../backend/local/ports.ts';
import { type Acknowledged, openTraffic, type Traffic } from '../../testing/data/traffic.ts';
import { isHaproxyInstalled, startHaproxy } from '../../testing/deployment/haproxy.ts';
import type { ShopProcess } from '../../testing/processes/process.ts';
import { type Processes, prepareProcesses } from '../../testing/processes/processes.ts';
import { queueBackends } from '../../testing/servers/queue-backends.ts';
import { startRedis, type TestRedis } from '../../testing/servers/redis.ts';
import { waitFor } from '../../testing/wait.ts';

/** How often every process is replaced. `make rolling-deploy` does it five times, with the queues in both backends. */
const ROUNDS = Number(process.env.ROUNDS ?? 1);
const APIS = 3;
const WORKERS = 2;
/** Milliseconds: less than the minute after which the relay would enqueue a lost job again. */
const HANDLED_WITHIN = 50_000;
/** Longer than HAProxy takes to notice that an API is not ready. */
const DRAIN_SECONDS = '1';

// Starting a process can take seconds under load.
vi.setConfig({ testTimeout: ROUNDS * 600_000 });

test('runs behind HAProxy', ({ skip }) => {
  if (!import.meta.env.CI && !isHaproxyInstalled) {
    process.stderr.write('\n*** haproxy is not installed: rolling deploys NOT tested ***\n\n');
    skip('haproxy is not installed');
  }
  expect(isHaproxyInstalled).toBe(true);
});

const backends = ROUNDS === 1 ? queueBackends.slice(0, 1) : queueBackends;

describe.runIf(isHaproxyInstalled).each(backends)('with the queues in %s', (backend) => {
  let redis: TestRedis | null = null;
  let shop: Processes;
  let database: Database;
  const closing: (() => Promise<unknown> | unknown)[] = [];

  beforeAll(async () => {
    if (backend === 'Redis') redis = await startRedis(await freePort());
  });
  afterAll(() => redis?.remove());

  beforeEach(async () => {
    shop = await prepareProcesses(redis?.url ?? null);
    closing.push(() => shop.close());
    database = await openDatabase({ url: shop.databaseUrl, entities });
    closing.push(() => database.close());
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** Starts the APIs behind HAProxy. @returns for each API, how to start it */
  async function startApis(): Promise<Replaceable[]> {
    const ports: number[] = [];
    while (ports.length < APIS) ports.push(await freePort());
    const proxy = await startHaproxy({ port: Number(new URL(shop.url).port), apiPorts: ports });
    closing.push(() => proxy.close());
    return Promise.all(ports.map((port) => replaceable(() => shop.startApi({ PORT: String(port), DRAIN_SECONDS }))));
  }

  /** The number of rows that match. */
  async function count(rows: string): Promise<number> {
    const [row] = await database.em.fork().execute<{ count: number }[]>(`select count(*)::int as count from ${rows}`);
    return row?.count ?? 0;
  }

  async function expectEverythingDoneOnce({ ratings, comments, orders, uploads }: Acknowledged): Promise<void> {
    const isDone = async () =>
      (await count(`shop_order where state = 'paid'`)) === orders.length &&
      (await count('outbox_event where done_at is null')) === 0;
    await waitFor('every order to be paid and every event to be handled', isDone, HANDLED_WITHIN);
    expect(await count('outbox_event where failure is not null')).toBe(0);
    expect(await count('rating')).toBe(ratings);
    expect(await count(`outbox_event where name = 'product.rated'`)).toBe(ratings);
    expect(await count('comment')).toBe(comments);
    expect(await count('shop_order')).toBe(orders.length);
    expect(await count(`outbox_event where name = 'order.paid'`)).toBe(orders.length);
    expect(await count(`picture where owner_kind = 'product' and state = 'ready'`)).toBe(uploads.length);
    const all = (await (await fetch(`${shop.mailbox.url}/mails.json`)).json()) as { messageId: string }[];
    const mails = all.filter(({ messageId }) => messageId.startsWith('<order-paid-'));
    expect([mails.length, new Set(mails.map(({ messageId }) => messageId)).size]).toEqual([
      orders.length,
      orders.length,
    ]);
  }

  test('replacing every API and worker loses no request and no job', async () => {
    const apis = await startApis();
    const workers = await Promise.all(Array.from({ length: WORKERS }, () => replaceable(() => shop.startWorkers())));
    const traffic = await openTraffic(shop);
    for (let round = 0; round < ROUNDS; round += 1) await Promise.all([replaceEach(apis), replaceEach(workers)]);
    await traffic.stop();
    report(backend, traffic);
    expect(traffic.failures).toEqual([]);
    await expectEverythingDoneOnce(traffic.acknowledged);
  });
});

type Replaceable = { replace(): Promise<void> };

/** A process to stop and start again. */
async function replaceable(start: () => Promise<ShopProcess>): Promise<Replaceable> {
  let running = await start();
  return {
    async replace() {
      expect(await running.stop()).toBe(0);
      running = await start();
    },
  };
}

async function replaceEach(processes: Replaceable[]): Promise<void> {
  for (const each of processes) await each.replace();
}

function report(backend: string, { acknowledged, failures, requests, slowest }: Traffic): void {
  const { ratings, comments, orders, uploads } = acknowledged;
  process.stderr.write(
    `Rolling deploys, ${ROUNDS} rounds, queues in ${backend}: ${requests()} requests, ${failures.length} failed, ` +
      `${ratings} ratings, ${comments} comments, ${orders.length} orders, ${uploads.length} uploads; ` +
      `the slowest response took ${Math.round(slowest())} ms\n`,
  );
}
