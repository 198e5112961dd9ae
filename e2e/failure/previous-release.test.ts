import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { projectFolder } from '../../backend/config.ts';
import { openDatabase } from '../../backend/core/database/db.ts';
import { entities } from '../../backend/entities.ts';
import { mailsTo } from '../../testing/data/mails.ts';
import { openTraffic } from '../../testing/data/traffic.ts';
import { inherited } from '../../testing/processes/process.ts';
import { ADMIN, type Processes, prepareProcesses } from '../../testing/processes/processes.ts';
import { checkOutPreviousRelease, previousMigration } from '../../testing/processes/release.ts';
import { createTestDatabase } from '../../testing/servers/postgres.ts';
import { callsOf, logIn, registerAndLogIn } from '../../testing/shop/api.ts';
import { waitFor } from '../../testing/wait.ts';

/** Milliseconds: how long a migration may wait for a lock, and requests behind it, with what a busy machine adds. */
const LONGEST_WAIT = 5000;
/** Requests before and after the migrations. */
const REQUESTS = 50;

const previous = checkOutPreviousRelease();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('the previous release is known', ({ skip }) => {
  if (previous !== null) return;
  process.stderr.write(
    '\n*** no history of this checkout: the previous release is NOT tested on the new schema ***\n\n',
  );
  skip('The previous release is not in this clone');
});

test.runIf(previous !== null)('the previous release serves shoppers during and after the migrations', async () => {
  const { folder, remove } = previous ?? expect.fail();
  closing.push(remove);
  const shop = await prepareProcesses(null, await previousDatabase());
  closing.push(() => shop.close());
  const api = await shop.startApi({}, folder);
  const traffic = await openTraffic(shop);
  const waits = await watchLocks(shop.databaseUrl);
  closing.push(waits.stop);
  await waitFor('shoppers to be busy', () => traffic.requests() > REQUESTS);
  await migrate(shop.databaseUrl);
  const before = traffic.requests();
  await waitFor('shoppers to be busy', () => traffic.requests() > before + REQUESTS);
  await traffic.stop();
  expect(traffic.failures).toEqual([]);
  expect(waits.longest()).toBeLessThan(LONGEST_WAIT);

  expect(await api.stop()).toBe(0);
  await Promise.all([shop.startApi({}, folder), shop.startWorkers({}, folder)]);
  await expectToServe(shop);
});

test.runIf(previous !== null)(
  'a shop with 200,000 products is repriced while their history of prices begins',
  async () => {
    const url = await previousDatabase();
    const client = new pg.Client(url);
    await client.connect();
    closing.push(() => client.end());
    const ids = await fillCatalogue(client);
    const repricing = repriceOneByOne(client, ids);
    await waitFor('edits', () => repricing.edits() > 10);
    await migrate(url);
    const { edits, longest } = await repricing.stop();
    expect(edits).toBeGreaterThan(20);
    expect(longest).toBeLessThan(LONGEST_WAIT);

    const { rows } = await client.query(
      `select count(*)::int as products,
         count(*) filter (where begun.begins_at = product.created_at)::int as begun,
         count(*) filter (where newest.price_cents = product.price_cents)::int as right
       from product
       cross join lateral (
         select begins_at from price_change where product_id = product.id order by begins_at limit 1
       ) as begun
       cross join lateral (
         select price_cents from price_change where product_id = product.id order by begins_at desc limit 1
       ) as newest`,
    );
    expect(rows).toEqual([{ products: MANY, begun: MANY, right: MANY }]);
  },
);

const MANY = 200_000;

/** @returns the ids of some of its products */
async function fillCatalogue(client: pg.Client): Promise<string[]> {
  const categoryId = crypto.randomUUID();
  await client.query(`insert into category (id, name, slug) values ($1, 'Laptops', 'laptops')`, [categoryId]);
  await client.query(
    `insert into product (id, title, description, price_cents, category_id)
     select gen_random_uuid(), 'Laptop', 'Fine', 10000, $1 from generate_series(1, $2::int)`,
    [categoryId, MANY],
  );
  const { rows } = await client.query<{ id: string }>('select id from product order by id limit 1000');
  return rows.map(({ id }) => id);
}

/** Edits the prices of the products whose history begins first, in the way of every release. */
function repriceOneByOne(client: pg.Client, ids: readonly string[]) {
  let isRunning = true;
  let edits = 0;
  let longest = 0;
  const running = (async () => {
    while (isRunning) {
      const start = performance.now();
      const id = ids[edits % ids.length];
      await client.query('update product set price_cents = price_cents + 1, version = version + 1 where id = $1', [id]);
      longest = Math.max(longest, performance.now() - start);
      edits += 1;
    }
  })();
  return {
    edits: () => edits,
    async stop() {
      isRunning = false;
      await running;
      return { edits, longest };
    },
  };
}

/** @returns the URL of a database with the schema of the previous release */
async function previousDatabase(): Promise<string> {
  const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });
  const database = await openDatabase({ url, entities });
  await database.migrator.up({ to: previousMigration });
  await database.close();
  return url;
}

async function migrate(databaseUrl: string): Promise<void> {
  const env = { ...inherited, DATABASE_URL: databaseUrl };
  await promisify(execFile)(process.execPath, [join(projectFolder, 'backend/migrate.ts')], { env });
}

/** Measures how long anyone waits for the lock of a table, in milliseconds. */
async function watchLocks(databaseUrl: string): Promise<{ longest(): number; stop(): Promise<void> }> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  let isWatching = true;
  let longest = 0;
  const watching = (async () => {
    while (isWatching) {
      const { rows } = await client.query<{ milliseconds: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as milliseconds
         from pg_locks where locktype = 'relation' and not granted`,
      );
      longest = Math.max(longest, rows[0]?.milliseconds ?? 0);
      await pause(20);
    }
  })();
  return {
    longest: () => longest,
    async stop() {
      isWatching = false;
      await watching;
      await client.end();
    },
  };
}

const SHOPPER_READS = ['/products', '/products?page=1&search=laptop', '/categories', '/payment/config'];
const DASHBOARD_READS = [
  '/admin/statistics',
  '/admin/product?page=1',
  '/admin/category?page=1',
  '/admin/user?page=1',
  '/admin/order?page=1',
  '/admin/audit?page=1',
  '/admin/import',
  '/admin/discount',
  '/admin/shipping-method',
  '/admin/tax',
  '/comment?page=1',
];

/** Browses, registers, logs in, pays, waits for the confirmation, and opens the lists of the dashboard. */
async function expectToServe({ url, provider, mailbox }: Processes): Promise<void> {
  const call = callsOf(url);
  const read = async (path: string, token?: string) => {
    const { status, body } = await call('GET', path, { token });
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  for (const path of SHOPPER_READS) await read(path);
  const [product] = (await read('/products?page=1')).products;
  const { token, email } = await registerAndLogIn(call, 'latecomer');
  const items = [{ productId: product._id, count: 1 }];
  const { body } = await call('POST', '/payment', { token, body: { amount: product.price, currency: 'EUR', items } });
  await provider.paymentIntents.confirm(body.clientSecret.replace(/_secret_.*/, ''), {
    payment_method: 'pm_card_visa',
    return_url: 'http://localhost/order',
  });
  const isConfirmed = async () => (await mailsTo(mailbox.url, email, /is confirmed$/)).length > 0;
  await waitFor('the confirmation', isConfirmed);
  const admin = await logIn(call, ADMIN);
  for (const path of DASHBOARD_READS) await read(path, admin.token);
}
