import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../testing/servers/postgres.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { type EntityManager, openDatabase } from '../../core/database/db.ts';
import { newId } from '../../core/ids.ts';
import { readAll, type Storage } from '../../core/storage/storage.ts';
import { entities } from '../../entities.ts';
import { issueDocuments } from '../../modules/orders/invoicing/invoicing.service.ts';
import { keepAllDocuments, keepDocuments } from '../../modules/orders/invoicing/kept-documents.ts';
import { issueLateDocuments } from '../../modules/orders/invoicing/late-documents.service.ts';
import { readDocuments, readPdf } from '../../modules/orders/invoicing/stored-documents.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

const shop = await startTestShop();
const folder = await mkdtemp(join(tmpdir(), 'webshop-documents-'));
afterAll(() => rm(folder, { recursive: true }));
const year = new Date().getUTCFullYear();
const numbered = (position: number) => `${year}-${String(position).padStart(6, '0')}`;
const key = (position: number, type: string) => `documents/${year}/000/${String(position).padStart(6, '0')}.${type}`;
const draw = async () => Buffer.from('%PDF-1.7 drawn');

/** An order that is paid by the clock of a database alone. @returns its id */
async function pay(em: EntityManager, userId: string): Promise<string> {
  const id = newId();
  await em.transactional(async (em) => {
    await em.execute(
      `insert into shop_order (id, user_id, buyer_name, state, currency, amount, subtotal, cart_fingerprint) values (?, ?, 'Ada', 'paid', 'EUR', 1000, 1000, '')`,
      [id, userId],
    );
    await issueDocuments(em, shop.settings, [id]);
  });
  return id;
}

const numbersOf = async (em: EntityManager) =>
  (await em.execute<{ number: string }[]>('select number from document order by number')).map(({ number }) => number);

async function restored(path: string, storage: Storage): Promise<EntityManager> {
  const databaseUrl = await createTestDatabase(inject('postgresUrl'), { migrated: false });
  const database = await openDatabase({ url: databaseUrl, entities });
  afterAll(() => database.close());
  const target = { databaseUrl, database, storage, backupKey: null };
  await restore(target, { path, force: false, emptyQueues: async () => {} });
  return database.em.fork();
}

test('a restored shop continues after the numbers issued since the backup, without gaps or duplicates', async () => {
  const { storage, settings } = shop;
  const { userId } = await shop.newAccount();
  const before = await pay(shop.em(), userId);
  await keepDocuments(shop.em(), storage);
  // Is not in the storage yet.
  await pay(shop.em(), userId);
  const { path } = await backUp({ ...shop, backupKey: null }, folder);
  // Told: its number and its PDF are in the storage.
  const told = await pay(shop.em(), userId);
  const [issued] = await readDocuments({ em: shop.em(), storage, settings }, told);
  if (issued === undefined) throw new Error('There is no invoice');
  const pdf = await readPdf({ em: shop.em(), storage, draw }, issued);
  await pay(shop.em(), userId);
  // Killed while it stored several: one is missing, which nobody was told of.
  await pay(shop.em(), userId);
  await storage.put(key(5, 'json'), Buffer.from('{}'));

  const em = await restored(path, storage);
  expect(await numbersOf(em)).toEqual([1, 2, 3].map(numbered));
  expect(await readAll(storage, key(5, 'json'))).toBeNull();
  const [same] = await readDocuments({ em, storage, settings }, told);
  expect(same).toMatchObject({ id: issued.id, number: numbered(3), amount: 1000, snapshot: issued.snapshot });
  expect(
    (await readPdf({ em, storage, draw: async () => Buffer.from('another') }, { ...issued, sha256: null })).equals(pdf),
  ).toBe(true);
  const [tax] = await em.execute('select net, country from document_tax where document_id = ?', [issued.id]);
  expect(tax).toEqual({ net: 1000, country: 'RS' });

  // The provider tells of the order that was invoiced after the backup: it has its invoice.
  await em.execute(
    `insert into shop_order (id, user_id, buyer_name, state, currency, amount, subtotal, cart_fingerprint) values (?, ?, 'Ada', 'paid', 'EUR', 1000, 1000, '')`,
    [told, userId],
  );
  await em.transactional((em) => issueDocuments(em, settings, [told]));
  const next = await pay(em, userId);
  await keepDocuments(em, storage);
  expect(await numbersOf(em)).toEqual([1, 2, 3, 4].map(numbered));
  const [last] = await readDocuments({ em, storage, settings }, next);
  expect(last?.number).toBe(numbered(4));
  expect((await readDocuments({ em, storage, settings }, before)).map(({ number }) => number)).toEqual([numbered(1)]);
});

test('only the document whose number was given twice is withheld', async () => {
  const { storage, settings } = shop;
  const { userId } = await shop.newAccount();
  const twice = await pay(shop.em(), userId);
  const other = await pay(shop.em(), userId);
  const [{ position }] = await shop
    .em()
    .execute<[{ position: number }]>('select position from document where order_id = ?', [twice]);
  await storage.put(key(position, 'json'), Buffer.from(JSON.stringify({ id: newId() })));
  onTestFinished(() => storage.remove(key(position, 'json')));

  expect((await readDocuments({ em: shop.em(), storage, settings }, other)).map(({ number }) => number)).toEqual([
    numbered(position + 1),
  ]);
  await expect(readDocuments({ em: shop.em(), storage, settings }, twice)).rejects.toThrow(numbered(position));
  await expect(keepAllDocuments(shop.em(), storage)).rejects.toThrow(key(position, 'json'));
  const { token } = await shop.admin();
  const file = await shop.call('GET', `/admin/report/documents.csv?from=${year}-01-01&to=${year}-12-31`, { token });
  expect(file.status).toBe(200);
  expect(file.body).toContain(numbered(position + 1));
  expect(file.body).not.toContain(numbered(position));
});

test('orders that were paid before there were documents get theirs in the order of their payment', async () => {
  const { userId } = await shop.newAccount();
  const orders = Array.from({ length: 120 }, (_, index) => ({
    id: newId(),
    date: new Date(Date.UTC(2023, 0, 1, index)),
  }));
  for (const { id, date } of orders.toReversed()) {
    const order = `insert into shop_order (id, user_id, buyer_name, state, currency, amount, subtotal, cart_fingerprint) values (?, ?, 'Ada', 'paid', 'EUR', 1000, 1000, '')`;
    await shop.em().execute(order, [id, userId]);
    const paid = `insert into order_history (id, order_id, date, what, by) values (?, ?, ?, 'paid', 'provider')`;
    await shop.em().execute(paid, [newId(), id, date]);
  }
  await Promise.all([issueLateDocuments(shop.em(), shop.settings), issueLateDocuments(shop.em(), shop.settings)]);
  await issueLateDocuments(shop.em(), shop.settings);
  const rows = await shop
    .em()
    .execute<{ order_id: string; number: string }[]>(
      `select order_id, number from document where series = '2023' order by position`,
    );
  expect(rows).toEqual(
    orders.map(({ id }, index) => ({ order_id: id, number: `2023-${String(index + 1).padStart(6, '0')}` })),
  );
});

test('a refund that the previous release records gets its credit note, once', async () => {
  const orderId = await pay(shop.em(), (await shop.newAccount()).userId);
  await shop
    .em()
    .execute(
      `insert into refund (id, order_id, amount, lines, reason, restocked, state, by, request_hash) values (?, ?, 400, '[]', 'Late', '[]', 'done', 'shop', '')`,
      [newId(), orderId],
    );
  await shop.em().execute('update shop_order set refunded = 400 where id = ?', [orderId]);
  const step = `insert into order_history (id, order_id, what, by, amount) values (?, ?, 'partlyRefunded', 'shop', 400)`;
  await shop.em().execute(step, [newId(), orderId]);
  await Promise.all([issueLateDocuments(shop.em(), shop.settings), issueLateDocuments(shop.em(), shop.settings)]);
  await issueLateDocuments(shop.em(), shop.settings);
  const rows = await shop
    .em()
    .execute('select kind, amount from document where order_id = ? order by date, id', [orderId]);
  expect(rows).toEqual([
    { kind: 'invoice', amount: 1000 },
    { kind: 'creditNote', amount: 400 },
  ]);
});
