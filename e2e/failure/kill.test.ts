import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../backend/core/database/db.ts';
import { entities } from '../../backend/entities.ts';
import { freePort } from '../../backend/local/ports.ts';
import type { ShopProcess } from '../../testing/processes/process.ts';
import { ADMIN, type Processes, prepareProcesses } from '../../testing/processes/processes.ts';
import { queueBackends } from '../../testing/servers/queue-backends.ts';
import { answering, startReceiver } from '../../testing/servers/receiver.ts';
import { startRedis, type TestRedis } from '../../testing/servers/redis.ts';
import { addUser } from '../../testing/shop/accounts.ts';
import { waitFor } from '../../testing/wait.ts';

/** Orders of each test. */
const ORDERS = 8;
/** A killed worker can lose the record of the two mails it sends at once, so they are sent again. */
const DUPLICATE_MAILS_PER_KILL = 2;

describe.each(queueBackends)('with the queues in %s', (backend) => {
  let redis: TestRedis | null = null;
  let shop: Processes;
  let database: Database;
  let productId: string;
  /** The PaymentIntents of all orders so far. Later tests check these, too. */
  const intents: string[] = [];
  let workersKilled = 0;
  let api: ShopProcess;
  /** The one that keeps running from test to test, once one has started it. */
  let worker: ShopProcess | null = null;

  beforeAll(async () => {
    if (backend === 'Redis') redis = await startRedis(await freePort());
    shop = await prepareProcesses(redis?.url ?? null);
    database = await openDatabase({ url: shop.databaseUrl, entities });
    productId = crypto.randomUUID();
    const em = database.em.fork();
    await em.execute(`insert into category (id, name, slug) values (?, 'Laptops', 'laptops')`, [productId]);
    await em.execute(
      `insert into product (id, title, description, price_cents, category_id)
       values (?, 'Laptop', 'Fine', 10000, ?)`,
      [productId, productId],
    );
    api = await shop.startApi();
  });
  afterAll(async () => {
    await database.close();
    await shop.close();
    await redis?.remove();
  });

  async function call(path: string, body: object, token = ''): Promise<Record<string, string>> {
    const response = await fetch(`${shop.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: token }) },
      body: JSON.stringify(body),
    });
    const data = (await response.json()) as Record<string, string>;
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${data.message}`);
    return data;
  }

  /** Adds a shopper and places an order. @returns the id of its PaymentIntent */
  async function order(): Promise<string> {
    const { token } = await addUser(database.em.fork(), `shopper${intents.length}`);
    const items = [{ productId, count: 1 }];
    const { clientSecret = '' } = await call('/payment', { amount: 100, currency: 'EUR', items }, token);
    return clientSecret.replace(/_secret_.*/, '');
  }

  /** Places the orders of a test. @returns the ids of their PaymentIntents */
  async function orderAll(): Promise<string[]> {
    for (let number = 0; number < ORDERS; number += 1) intents.push(await order());
    return intents.slice(-ORDERS);
  }

  function pay(intent: string) {
    return shop.provider.paymentIntents.confirm(intent, {
      payment_method: 'pm_card_visa',
      return_url: 'http://localhost/order',
    });
  }

  async function count(sql: string): Promise<number> {
    const [row] = await database.em.fork().execute<{ count: number }[]>(`select count(*)::int as count from ${sql}`);
    return row?.count ?? 0;
  }

  async function runningWorker(): Promise<ShopProcess> {
    worker ??= await shop.startWorkers();
    return worker;
  }

  function killWorker(worker: ShopProcess): Promise<void> {
    workersKilled += 1;
    return worker.kill();
  }

  /** Waits for all events, and checks that each order so far is paid, charged and confirmed once. */
  async function expectEveryOrderPaidOnce() {
    await waitFor(
      'every order to be paid',
      async () => (await count(`shop_order where state = 'paid'`)) === intents.length,
    );
    await waitFor('every event to be handled', async () => (await count('outbox_event where done_at is null')) === 0);
    expect(await count('outbox_event where failure is not null')).toBe(0);
    // Each order became paid once, however many attempts it took.
    expect(await count(`outbox_event where name = 'order.paid'`)).toBe(intents.length);
    expect((await chargedIntents()).sort()).toEqual([...intents].sort());
    const all = (await (await fetch(`${shop.mailbox.url}/mails.json`)).json()) as { to: string; messageId: string }[];
    const mails = all.filter(({ messageId }) => messageId.startsWith('<order-paid-'));
    expect(new Set(mails.map(({ to }) => to)).size).toBe(intents.length);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(intents.length);
    expect(mails.length).toBeLessThanOrEqual(intents.length + workersKilled * DUPLICATE_MAILS_PER_KILL);
  }

  /** The PaymentIntent of each charge. */
  async function chargedIntents(): Promise<string[]> {
    const { data } = await shop.provider.events.list({ type: 'charge.succeeded', limit: 100 });
    const charges = data.map((event) => event.data.object as Stripe.Charge);
    expect(charges.every(({ amount }) => amount === 10_000)).toBe(true);
    return charges.map(({ payment_intent }) => String(payment_intent));
  }

  // An API knows no queues, so that one backend is enough.
  if (backend === 'PostgreSQL') {
    test('an API killed between commit and enqueue: acknowledged events are still handled', async () => {
      const intents = await orderAll();
      await Promise.all(intents.map(pay));
      // No relay runs yet, so acknowledged webhooks exist only in the outbox.
      await waitFor('every webhook to be stored', async () => {
        return (await count(`payment_event where type = 'payment_intent.succeeded'`)) === ORDERS;
      });
      await api.kill();
      expect(await count('outbox_event where enqueued_at is not null')).toBe(0);
      await runningWorker();
      await expectEveryOrderPaidOnce();
      api = await shop.startApi();
    });

    test('an API killed repeatedly while webhooks arrive: unacknowledged ones are delivered again', async () => {
      const intents = await orderAll();
      await runningWorker();
      for (let index = 0; index < ORDERS; index += 2) {
        await Promise.all([...intents.slice(index, index + 2).map(pay), api.kill()]);
        api = await shop.startApi();
      }
      await expectEveryOrderPaidOnce();
    });

    test('a worker killed as a sale begins: quotes, lists and the history have it', async () => {
      const victim = await runningWorker();
      const onSale = crypto.randomUUID();
      const read = async (path: string) => (await fetch(`${shop.url}/api/v1${path}`)).json();
      await database.em.fork().execute(
        `insert into product (id, title, description, price_cents, sale_price_cents, sale_from, category_id)
         values (?, 'Tablet', 'Fine', 10000, 8000, clock_timestamp() + interval '1.5 s', ?)`,
        [onSale, productId],
      );
      const quote = () => call('/payment/quote', { currency: 'EUR', items: [{ productId: onSale, count: 1 }] });
      expect([(await read('/products?onSale=true')).total, (await quote()).amount]).toEqual([0, 100]);
      await killWorker(victim);
      worker = null;
      await waitFor('the sale in quotes', async () => Number((await quote()).amount) === 80);
      await waitFor('the sale in lists', async () => (await read('/products?onSale=true&maxPrice=80')).total === 1);
      expect((await read(`/products/single/${onSale}`)).product).toMatchObject({ price: 80, regularPrice: 100 });
      await runningWorker();
      expect((await read('/products?onSale=true')).products).toMatchObject([{ _id: onSale, price: 80 }]);
      expect(await count(`product cross join due_price_changes(product, now()) where id = '${onSale}'`)).toBe(1);
    });
  }

  test('a worker killed in the middle of its jobs: another worker finishes them', async () => {
    const intents = await orderAll();
    const victim = await runningWorker();
    // Slow the provider down, so that jobs are running when the worker dies.
    await shop.setFaults({ api: { latency: 3000 } });
    const payments = Promise.all(intents.map(pay));
    await waitFor('jobs to be running', async () => {
      return (await count('outbox_event where enqueued_at is not null and done_at is null')) > 0;
    });
    await killWorker(victim);
    expect(await count(`outbox_event where enqueued_at is not null and done_at is null`)).toBeGreaterThan(0);
    await shop.setFaults({});
    await payments;
    worker = await shop.startWorkers();
    await expectEveryOrderPaidOnce();
  });

  test('one of two workers killed at random moments: the other continues, and nothing runs twice', async () => {
    const intents = await orderAll();
    await runningWorker();
    for (let index = 0; index < ORDERS; index += 2) {
      const victim = await shop.startWorkers();
      await Promise.all([...intents.slice(index, index + 2).map(pay), killWorker(victim)]);
    }
    await expectEveryOrderPaidOnce();
  });

  test('a worker killed while it waits for an endpoint: the next one sends the same under the same id', async () => {
    const receiver = await startReceiver();
    try {
      receiver.answer = () => {};
      const { token } = await call('/user/login', ADMIN);
      const added: object = await call('/admin/webhook', { url: receiver.url, events: ['product.deleted'] }, token);
      const { webhook } = added as { webhook: { _id: string } };
      const victim = await runningWorker();
      await call(`/admin/webhook/${webhook._id}/test`, {}, token);
      await waitFor('the first try', () => receiver.received.length === 1);
      await killWorker(victim);
      worker = await shop.startWorkers();
      receiver.answer = answering(204);
      // The lease of the killed one must end first.
      await waitFor('the second', () => receiver.received.length === 2);
      const [first, second] = receiver.received;
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect(second?.body).toBe(first?.body);
    } finally {
      await receiver.close();
    }
  });
});
