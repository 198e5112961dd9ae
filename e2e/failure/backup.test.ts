import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listKnownMigrations, openDatabase } from '../../backend/core/database/db.ts';
import { migrate } from '../../backend/core/database/migrations.ts';
import { entities } from '../../backend/entities.ts';
import { productForm } from '../../testing/data/catalogue.ts';
import { mailsTo } from '../../testing/data/mails.ts';
import { drawing } from '../../testing/data/pictures.ts';
import type { Ended } from '../../testing/processes/process.ts';
import { ADMIN, prepareProcesses } from '../../testing/processes/processes.ts';
import { isSwiftInstalled, s3Variables, startS3 } from '../../testing/servers/s3.ts';
import { type Call, callsOf, logIn, PASSWORD, registerAndLogIn } from '../../testing/shop/api.ts';
import { waitFor } from '../../testing/wait.ts';

const shop = await prepareProcesses(null);
const folder = await mkdtemp(join(tmpdir(), 'webshop-backups-'));
const key = await generateX25519Identity();
const call: Call = callsOf(shop.url);

const backUp = (to: string, variables = {}) => shop.run('backend/backup.ts', [to], variables);
const restore = (from: string, options: string[] = [], variables = {}) =>
  shop.run('backend/restore.ts', [from, ...options], variables);

let shopper: { email: string };
let token: string;
let orderId: string;
let image: string;
const [plain, encrypted] = [join(folder, 'plain.tar.zst'), join(folder, 'encrypted.tar.zst.age')];
let reports: { code: number | null; output: string }[];

/** A shop with a product and its picture, and an order that is paid and confirmed, is backed up while it runs. */
beforeAll(async () => {
  const [api, workers] = await Promise.all([shop.startApi(), shop.startWorkers()]);
  const product = await addProduct();
  image = product.image;
  ({ token, ...shopper } = await registerAndLogIn(call, 'ana'));
  orderId = await buy(product._id);
  reports = [await backUp(plain), await backUp(encrypted, { BACKUP_KEY: await identityToRecipient(key) })];
  await Promise.all([api.stop(), workers.stop()]);
});

afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

async function addProduct(): Promise<{ _id: string; image: string }> {
  const { token: admin } = await logIn(call, ADMIN);
  const category = await call('POST', '/admin/category', { token: admin, body: { categoryName: 'Audio' } });
  const { categoryId } = category.body;
  const product = { title: 'Headphones', description: 'Loud', price: 100, categoryId };
  const form = productForm(product, await drawing(400, 300).jpeg().toBuffer());
  const { body } = await call('POST', '/admin/product', { token: admin, form });
  return waitFor('the picture to be ready', async () => {
    const { product } = (await call('GET', `/products/single/${body.productId}`)).body;
    return product.imageState === 'ready' && product;
  });
}

async function buy(productId: string): Promise<string> {
  const body = { amount: 100, currency: 'EUR', items: [{ productId, count: 1 }] };
  const { clientSecret, orderId } = (await call('POST', '/payment', { token, body })).body;
  const card = { payment_method: 'pm_card_visa', return_url: 'http://localhost/order' };
  await shop.provider.paymentIntents.confirm(clientSecret.replace(/_secret_.*/, ''), card);
  await waitFor('the confirmation', async () => (await confirmations()) === 1);
  await waitFor('every event to be handled', async () => (await count('outbox_event where done_at is null')) === 0);
  return orderId;
}

const confirmations = async () => (await mailsTo(shop.mailbox.url, shopper.email, /is confirmed$/)).length;

async function query<Row extends pg.QueryResultRow>(sql: string, url = shop.databaseUrl): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const count = async (rows: string) => Number((await query(`select count(*) from ${rows}`))[0]?.count);

/** Drops the database and deletes the files. */
async function destroy(): Promise<void> {
  await recreateDatabase();
  for (const name of await readdir(shop.dataDir)) {
    if (['uploads', 'pending', 'imports'].includes(name)) await rm(join(shop.dataDir, name), { recursive: true });
  }
}

async function recreateDatabase(): Promise<void> {
  const server = Object.assign(new URL(shop.databaseUrl), { pathname: '/postgres' }).href;
  const name = new URL(shop.databaseUrl).pathname.slice(1);
  await query(`drop database ${name} with (force)`, server);
  await query(`create database ${name} template template0`, server);
}

test('a backup says what it contains, and whether it is encrypted', () => {
  expect(reports.map(({ code }) => code)).toEqual([0, 0]);
  const [unencrypted, secret] = reports.map(({ output }) => output);
  expect(unencrypted).toMatch(/^Saved \d+ rows and \d files \(1 MB\) to .*plain.tar.zst\nIt is not encrypted: .*\n$/);
  expect(secret).toMatch(/^Saved \d+ rows and \d files \(1 MB\) to .*encrypted.tar.zst.age\n$/);
});

test('an encrypted backup brings back orders, pictures and what was sent, and sends nothing again', async () => {
  await destroy();
  const { output, code } = await restore(encrypted, [], { BACKUP_KEY: key });
  expect(output).toMatch(/^Restored \d+ rows and \d files of .*\. Users must log in again\.\n$/);
  expect(code).toBe(0);

  const [api, workers] = await Promise.all([shop.startApi(), shop.startWorkers()]);
  try {
    // Logins may have been revoked after the backup.
    expect((await call('GET', '/orders', { token })).status).toBe(401);
    const { token: again } = await logIn(call, { email: shopper.email, password: PASSWORD });
    const { order } = (await call('GET', `/orders/${orderId}`, { token: again })).body;
    expect(order).toMatchObject({ state: 'paid', number: expect.any(Number), amount: 100 });
    for (const file of [image, image.replace(/\.jpg$/, '-320.webp')]) {
      expect((await fetch(`${shop.url}/uploads/${file}`)).status).toBe(200);
    }
    expect(await count('sent_mail')).toBeGreaterThan(0);
    await waitFor('every event to be handled', async () => (await count('outbox_event where done_at is null')) === 0);
    expect(await confirmations()).toBe(1);

    // Numbers that were given after the backup are not given again.
    const { products } = (await call('GET', '/products')).body;
    const body = { amount: 200, currency: 'EUR', items: [{ productId: products[0]._id, count: 2 }] };
    const next = (await call('POST', '/payment', { token: again, body })).body;
    expect(next.number).toBe(order.number + 10_001);
  } finally {
    await Promise.all([api.stop(), workers.stop()]);
  }
});

describe('restoring is refused in one line, and changes nothing,', () => {
  test.each<[string, () => Promise<Ended>, RegExp]>([
    ['without a backup', () => restore(''), /^Which backup\?/],
    ['with another key', async () => restore(encrypted, [], { BACKUP_KEY: await generateX25519Identity() }), /another/],
    ['from a damaged file', async () => restore(await damaged(plain)), /is damaged/],
    ['if the database is not empty', () => restore(plain), /^The database is not empty: add --force/],
  ])('%s', async (_when, run, reason) => {
    const before = await contents();
    const { code, output } = await run();
    expect(output).toMatch(reason);
    expect(output).toMatch(/^.+\n$/);
    expect(code).toBe(1);
    expect(await contents()).toEqual(before);
  });

  test('while a shop is connected', async () => {
    const client = new pg.Client(shop.databaseUrl);
    await client.connect();
    const { output } = await restore(plain, ['--force']);
    await client.end();
    expect(output).toBe('A shop is connected to the database: stop its APIs and workers first\n');
  });

  test('from a newer version of the shop', async () => {
    const newer = join(folder, 'newer.tar.zst');
    await query(`insert into mikro_orm_migrations (name) values ('29990101000000-next')`);
    await backUp(newer);
    await query(`delete from mikro_orm_migrations where name = '29990101000000-next'`);
    const { output } = await restore(newer, ['--force']);
    expect(output).toMatch(/^The backup was made by a newer version of the shop: it needs the migration 2999.*\n$/);
  });

  async function damaged(path: string): Promise<string> {
    const bytes = await readFile(path);
    const middle = bytes.length >> 1;
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    await writeFile(join(folder, 'damaged'), bytes);
    return join(folder, 'damaged');
  }

  const contents = () => query('select id from shop_order union all select id from picture');
});

test.runIf(isSwiftInstalled)('files can be restored into a bucket, and backed up from there', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.remove());
  const [first, second] = [s3Variables(await s3.newBucket()), s3Variables(await s3.newBucket())];
  const fromBucket = join(folder, 'bucket.tar.zst');
  await recreateDatabase();
  expect((await restore(plain, [], first)).code).toBe(0);
  expect((await backUp(fromBucket, first)).code).toBe(0);
  await recreateDatabase();
  expect((await restore(fromBucket, [], second)).code).toBe(0);

  const api = await shop.startApi(second);
  try {
    expect((await fetch(`${shop.url}/uploads/${image}`)).status).toBe(200);
  } finally {
    await api.stop();
  }
});

test('an older backup is migrated, and replaces a shop with --force', async () => {
  const older = join(folder, 'older.tar.zst');
  await recreateDatabase();
  const database = await openDatabase({ url: shop.databaseUrl, entities });
  await migrate(database, { names: (await listKnownMigrations()).slice(0, -5) });
  await database.close();
  await query(`insert into category (id, name, slug) values (gen_random_uuid(), 'Old', 'old')`);
  await backUp(older);
  await recreateDatabase();
  expect((await restore(plain)).code).toBe(0);
  expect(await query('select state from shop_order')).toEqual([{ state: 'paid' }]);

  const { output, code } = await restore(older, ['--force']);
  expect([output, code]).toEqual([expect.stringMatching(/^Restored /), 0]);
  expect(await query('select name from category')).toEqual([{ name: 'Old' }]);
  const migrations = await query<{ name: string }>('select name from mikro_orm_migrations');
  expect(migrations.map(({ name }) => name).sort()).toEqual((await listKnownMigrations()).sort());
});
