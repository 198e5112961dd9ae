import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emit } from '../backend/core/events/outbox.ts';
import { OUTBOX_CHANNEL } from '../backend/core/events/outbox-notifications.ts';
import { newId } from '../backend/core/ids.ts';
import { freePort } from '../backend/local/ports.ts';
import { useWorkerShop } from '../testing/servers/queue-backends.ts';
import { waitFor } from '../testing/wait.ts';
import { type Relay, startRelay } from './relay.ts';

/** Milliseconds between two notifications of a process. */
const REST = 5;

describe('notifications of the outbox', () => {
  const current = useWorkerShop('PostgreSQL', freePort);
  let relay: Relay;
  let enqueued: string[];

  /** Starts a relay that polls once and then waits to be notified. */
  beforeEach(async () => {
    enqueued = [];
    const { database, databaseUrl, rate } = current.shop;
    relay = startRelay({
      database,
      databaseUrl,
      target: {
        enqueue: async (events) => {
          enqueued.push(...events.map(({ payload }) => (payload as { productId: string }).productId));
        },
        enqueueAgain: async () => 0,
      },
      upkeep: async () => {},
      times: { poll: 60_000, upkeep: 60_000, forgottenAfter: 60_000 },
      log: pino({ level: 'silent' }),
    });
    await rate();
    await waitFor('the relay to listen', () => enqueued.length === 1);
  });
  afterEach(() => relay.close());

  test('a relay hears of an event once its transaction is committed, even if a savepoint stored it', async () => {
    const productId = newId();
    await current.shop.database.em.fork().transactional(async (outer) => {
      await outer.transactional(async (em) => emit(em, 'product.rated', { productId }));
      await outer.execute('select pg_sleep(0.1)');
      expect(enqueued).not.toContain(productId);
    });
    await waitFor('the event', () => enqueued.includes(productId));
  });

  test('many transactions with events cause few notifications, and no event waits for a poll', async () => {
    const listener = new pg.Client(current.shop.databaseUrl);
    await listener.connect();
    let notifications = 0;
    listener.on('notification', () => {
      notifications += 1;
    });
    await listener.query(`listen ${OUTBOX_CHANNEL}`);
    const start = performance.now();
    await Promise.all(Array.from({ length: 300 }, () => current.shop.rate()));
    await waitFor('all events', () => enqueued.length === 301);
    expect(notifications).toBeGreaterThan(0);
    expect(notifications).toBeLessThanOrEqual((performance.now() - start) / REST + 1);
    await listener.end();
  });
});
