import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { EntityManager } from '../../backend/core/database/db.ts';
import { type Database, openDatabase } from '../../backend/core/database/db.ts';
import type { EventMap } from '../../backend/core/events/events.ts';
import { emit } from '../../backend/core/events/outbox.ts';
import { entities } from '../../backend/entities.ts';
import { newWebhookSecret } from '../../backend/modules/webhooks/signatures.ts';
import { type Receiver, startReceiver } from '../../testing/servers/receiver.ts';
import { callsOf } from '../../testing/shop/api.ts';
import { waitFor } from '../../testing/wait.ts';
import type { BarePosts } from './bare-posts.ts';
import type { BenchShop } from './bench-shop.ts';
import { idOf, SIZES, tokenOf } from './fill.ts';
import { memoryOf } from './memory.ts';
import { printLimits } from './table.ts';

/** Requests of bare undici, and events that are emitted together and one by one. */
const BARE = 10_000;
const TOGETHER = 10_000;
const ALONE = 2000;
const CONCURRENCY = 32;
/** Products in an event, as of an import. */
const PRODUCTS = 100;
/** Events for an endpoint that never answers. */
const DEAD = 100_000;
/** Events for another one meanwhile, and milliseconds between them. */
const OTHERS = 400;
const PAUSE = 50;
const DEADLINE = 300_000;

/** The least share of what bare undici does, unless it is RATE a second; milliseconds; MB. */
const SHARE = 0.5;
const RATE = 1000;
const OTHERS_MAX = 2000;
const GROWTH_MAX = 60;

/** Measures how quickly an endpoint gets events, also while another one is dead. @returns the missed limits */
export async function benchWebhooks(shop: BenchShop): Promise<string[]> {
  const database = await openDatabase({ url: shop.databaseUrl, entities });
  const workers = await shop.startWorkers(null);
  const [fast, dead] = [await startReceiver(), await startReceiver()];
  dead.answer = () => {};
  try {
    await addWebhook(shop.url, fast, ['product.updated', 'comment.created', 'user.registered']);
    await emitMany(database, PRODUCTS, PRODUCTS);
    await untilReceived(fast, PRODUCTS);
    const bare = await postBare(fast);
    const together = await rateOf(fast, TOGETHER, () => emitMany(database, TOGETHER, PRODUCTS));
    const alone = await rateOf(fast, ALONE, () => emitAlone(database, ALONE));
    const idle = (await memoryOf(workers.pid))?.current ?? Number.NaN;
    await addWebhook(shop.url, dead, ['product.deleted']);
    await emitMany(database, DEAD, PRODUCTS, 'deleted');
    const others = await delaysOf(database, fast);
    await waitFor('what is dead to be stored', () => isStored(database, DEAD), DEADLINE);
    const busy = (await memoryOf(workers.pid))?.current ?? Number.NaN;
    return printLimits('Webhooks', [
      { what: 'bare undici, requests a second', value: bare },
      { what: 'events a second, of 100 products each', value: together, least: Math.min(RATE, bare * SHARE) },
      { what: 'events a second, one by one', value: alone },
      { what: 'p99 beside a dead endpoint with 100,000 events, in ms', value: others, most: OTHERS_MAX },
      { what: 'memory that these take, in MB', value: busy - idle, most: GROWTH_MAX },
    ]);
  } finally {
    await workers.stop();
    await database.close();
    await Promise.all([fast.close(), dead.close()]);
  }
}

async function addWebhook(url: string, receiver: Receiver, events: string[]): Promise<void> {
  const body = { url: receiver.url, events };
  const added = await callsOf(url)('POST', '/admin/webhook', { token: tokenOf('admin'), body });
  if (added.status !== 200) throw new Error(added.body.message);
}

/** Emits that so many products were changed, in events of `size` products. */
async function emitMany(
  database: Database,
  count: number,
  size: number,
  change: EventMap['product.changed']['change'] = 'updated',
): Promise<void> {
  for (let done = 0; done < count; done += size) {
    const productIds = Array.from({ length: size }, (_, index) =>
      idOf('product', 1 + ((done + index) % SIZES.products)),
    );
    await transaction(database, (em) => emit(em, 'product.changed', { change, productIds }));
  }
}

async function emitAlone(database: Database, count: number): Promise<void> {
  for (let done = 0; done < count; done += 100) {
    await transaction(database, (em) => {
      for (let n = 1; n <= 100; n += 1) emit(em, 'user.registered', { userId: idOf('user', done + n) });
    });
  }
}

function transaction(database: Database, work: (em: EntityManager) => void): Promise<void> {
  return database.em.fork().transactional(async (em) => work(em));
}

function untilReceived(receiver: Receiver, count: number): Promise<unknown> {
  return waitFor(`${count} requests`, () => receiver.received.length >= count, DEADLINE);
}

/** Events a second from the first that is emitted to the last that arrives. */
async function rateOf(receiver: Receiver, count: number, emit: () => Promise<void>): Promise<number> {
  receiver.received.length = 0;
  const start = performance.now();
  await emit();
  await untilReceived(receiver, count);
  return (count / (performance.now() - start)) * 1000;
}

async function postBare({ url, received }: Receiver): Promise<number> {
  const body = received[0]?.body ?? '';
  const workerData: BarePosts = { url, body, secret: newWebhookSecret(), count: BARE, concurrency: CONCURRENCY };
  const [rate] = await once(new Worker(new URL('./bare-posts.ts', import.meta.url), { workerData }), 'message');
  return rate;
}

/** The 99th percentile of the milliseconds from an event to its arrival. */
async function delaysOf(database: Database, receiver: Receiver): Promise<number> {
  const delays: number[] = [];
  receiver.answer = ({ body, response }) => {
    const { type, timestamp } = JSON.parse(body);
    if (type === 'comment.created') delays.push(Date.now() - Date.parse(timestamp));
    response.writeHead(204).end();
  };
  for (let n = 1; n <= OTHERS; n += 1) {
    await transaction(database, (em) => emit(em, 'comment.created', { commentId: idOf('comment', n) }));
    await sleep(PAUSE);
  }
  await waitFor('the others', () => delays.length >= OTHERS, DEADLINE);
  return delays.sort((one, other) => one - other)[Math.ceil(delays.length * 0.99) - 1] ?? Number.NaN;
}

async function isStored(database: Database, count: number): Promise<boolean> {
  const [row] = await database.em
    .fork()
    .execute<{ count: number }[]>(
      `select count(*)::int as count from webhook_delivery where event = 'product.deleted'`,
    );
  return row?.count === count;
}
