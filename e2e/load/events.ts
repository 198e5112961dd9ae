import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../../backend/core/database/db.ts';
import { emit } from '../../backend/core/events/outbox.ts';
import { newId } from '../../backend/core/ids.ts';
import { entities } from '../../backend/entities.ts';
import { freePort } from '../../backend/local/ports.ts';
import { isRedisInstalled, startRedis } from '../../testing/servers/redis.ts';
import { waitFor } from '../../testing/wait.ts';
import type { BenchShop } from './bench-shop.ts';
import { idOf, SIZES } from './fill.ts';
import { measure } from './measure.ts';
import { formatCount, formatValue, printTable } from './table.ts';

type Delay = {
  /** Milliseconds from the creation of the event until its job has run. */
  p50: number;
  p99: number;
  events: number;
};

/** Events per measurement, and the milliseconds between them: about 40 per second. */
const EVENTS = 300;
const PAUSE = 25;
/** Concurrent requests for the measurement under load. */
const LOAD = 16;
const DEADLINE = 120_000;

/** Measures the time from commit to handled, with each backend of the queues. @returns what could not be measured */
export async function benchEvents(shop: BenchShop): Promise<string[]> {
  const redis = isRedisInstalled ? await startRedis(await freePort()) : null;
  try {
    const delays: [string, Delay][] = [];
    for (const [backend, redisUrl] of [
      ['PostgreSQL', null] as const,
      ...(redis ? [['Redis', redis.url] as const] : []),
    ]) {
      const { idle, loaded } = await measureDelays(shop, redisUrl);
      delays.push([`${backend}, idle`, idle], [`${backend}, under load`, loaded]);
    }
    printTable(
      'Events: milliseconds from commit to handled',
      ['', 'p50', 'p99', 'events'],
      delays.map(([name, { p50, p99, events }]) => [name, formatValue(p50), formatValue(p99), formatCount(events)]),
    );
    return redis ? [] : ['Queues in Redis could not be measured: redis-server is not installed'];
  } finally {
    await redis?.remove();
  }
}

/** With the real workers, while the API is idle and under load. */
async function measureDelays(shop: BenchShop, redisUrl: string | null): Promise<{ idle: Delay; loaded: Delay }> {
  const database = await openDatabase({ url: shop.databaseUrl, entities });
  const workers = await shop.startWorkers(redisUrl);
  try {
    // Warm-up: code is loaded and connections are opened once.
    await rateProducts(database);
    const idle = await rateProducts(database);
    const rating = rateProducts(database);
    await measure((turn) => ({ path: `/api/v1/products/single/${idOf('product', 1 + (turn % SIZES.products))}` }), {
      url: shop.url,
      concurrency: LOAD,
      seconds: rating,
    });
    return { idle, loaded: await rating };
  } finally {
    await workers.stop();
    await database.close();
  }
}

async function rateProducts(database: Database): Promise<Delay> {
  const first = newId();
  for (let n = 1; n <= EVENTS; n += 1) {
    await database.em.fork().transactional(async (em) => emit(em, 'product.rated', { productId: idOf('product', n) }));
    await sleep(PAUSE);
  }
  const em = database.em.fork();
  return waitFor(
    'the events to be handled',
    async () => {
      const [row] = await em.execute<{ open: number; delays: [number, number]; events: number }[]>(
        `select count(*) filter (where done_at is null)::int as open, count(*)::int as events,
           percentile_cont(array[0.5, 0.99]) within group (order by extract(epoch from done_at - created_at) * 1000) as delays
         from outbox_event where name = 'product.rated' and id > ?`,
        [first],
      );
      if (row === undefined || row.open > 0) return null;
      return { p50: row.delays[0], p99: row.delays[1], events: row.events };
    },
    DEADLINE,
  );
}
