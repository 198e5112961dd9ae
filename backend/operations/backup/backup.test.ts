import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, inject, test } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { createTestDatabase } from '../../../testing/servers/postgres.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { openDatabase } from '../../core/database/db.ts';
import { newId } from '../../core/ids.ts';
import { FileStorage } from '../../core/storage/file-storage.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { entities } from '../../entities.ts';
import { documentKey } from '../../modules/catalogue/documents/document-files.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

const { database, databaseUrl, storage, em, newAccount } = await startTestShop();
const shop = { database, databaseUrl, storage, backupKey: null };
const folder = await mkdtemp(join(tmpdir(), 'webshop-backups-'));
afterAll(() => rm(folder, { recursive: true }));

/** A database and a folder for a shop that is restored. */
async function emptyTarget(name: string) {
  const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });
  const files = new FileStorage(join(folder, name));
  return { database: await openDatabase({ url, entities }), databaseUrl: url, storage: files, backupKey: null };
}

/** The shop's storage with some functions replaced. */
function storageWith(changes: Partial<Storage>, base: Storage = storage): Storage {
  return Object.assign(Object.create(base), changes);
}

test('includes pictures that are added while the files are saved', async () => {
  await addProduct(em(), storage);
  let isFirst = true;
  const busy = storageWith({
    async *all() {
      yield* storage.all();
      if (isFirst) await addProduct(em(), storage);
      isFirst = false;
    },
  });
  const { manifest, missing } = await backUp({ ...shop, storage: busy }, folder);
  expect(manifest.tables.find(({ name }) => name === 'picture')?.rows).toBe(2);
  expect(manifest.files.count).toBe(2);
  expect(missing).toEqual([]);
});

test('names files that the database refers to although they are gone', async () => {
  await addProduct(em(), storage);
  const [key = ''] = await Readable.from(storage.list('pending', 0)).toArray();
  await storage.remove(key);
  const { missing } = await backUp(shop, join(folder, 'missing.tar.zst'));
  expect(missing).toEqual([key]);
});

test('includes the documents of products, and names those that are gone', async () => {
  const productId = await addProduct(em(), storage);
  const [kept, lost] = [newId(), newId()];
  await storage.put(documentKey(kept), Buffer.from('%PDF-1.7'));
  for (const id of [kept, lost]) {
    await em().execute(
      `insert into product_document (id, product_id, kind, title, language, bytes) values (?, ?, 'manual', 'Manual', 'en', 8)`,
      [id, productId],
    );
  }
  const { manifest, missing } = await backUp(shop, join(folder, 'documents.tar.zst'));
  expect(manifest.tables.find(({ name }) => name === 'product_document')?.rows).toBe(2);
  expect(missing).toContain(documentKey(lost));
  expect(missing).not.toContain(documentKey(kept));
});

test('restores a picture that comes before the one that it replaces', async () => {
  const [replaced, replacement] = [newId(), newId()];
  const [, ownerId] = [await addProduct(em(), storage), newId()];
  const insert = `insert into picture (id, owner_kind, owner_id, position, extension, replaces_id)`;
  await em().execute(`${insert} values (?, 'product', ?, 0, 'webp', null)`, [replaced, ownerId]);
  await em().execute(`${insert} values (?, 'product', ?, 0, 'webp', ?)`, [replacement, ownerId, replaced]);
  // As many as two parts take. The changed row moves behind them.
  await em().execute(
    `${insert} select gen_random_uuid(), 'product', gen_random_uuid(), 0, 'webp', null from generate_series(1, 25000)`,
  );
  await em().execute('update picture set position = 1 where id = ?', [replaced]);
  const { path } = await backUp(shop, join(folder, 'replaced.tar.zst'));

  const target = await emptyTarget('replaced');
  await restore(target, { path, force: false, emptyQueues: async () => {} });
  const replacements = 'select id, replaces_id from picture where replaces_id is not null';
  expect(await target.database.em.fork().execute(replacements)).toEqual([{ id: replacement, replaces_id: replaced }]);
  await expect(
    target.database.em.fork().execute(`update picture set replaces_id = ? where id = ?`, [newId(), replacement]),
  ).rejects.toThrow('picture_replaces_id_foreign');
  await target.database.close();
  await em().execute(`delete from picture where extension = 'webp'`);
});

test('refuses an empty database', async () => {
  const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });
  const empty = await openDatabase({ url, entities });
  const backup = backUp({ ...shop, database: empty, databaseUrl: url }, folder);
  await expect(backup).rejects.toThrow('The database is empty: there is no shop to back up');
  await empty.close();
});

test('does not overwrite a file', async () => {
  const path = join(folder, 'taken.tar.zst');
  await backUp(shop, path);
  await expect(backUp(shop, path)).rejects.toThrow(`${path} exists already`);
});

test('an interrupted restore leaves an empty database, and can run again', async () => {
  await newAccount();
  await addProduct(em(), storage);
  const { path } = await backUp(shop, folder);
  const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });
  const files = new FileStorage(join(folder, 'restored'));
  const options = { path, force: false, emptyQueues: async () => {} };
  const full = storageWith({ put: () => Promise.reject(new Error('the disk is full')) }, files);

  const first = await openDatabase({ url, entities });
  const target = { databaseUrl: url, storage: files, backupKey: null };
  await expect(restore({ ...target, database: first, storage: full }, options)).rejects.toThrow('the disk is full');
  await first.close();

  const second = await openDatabase({ url, entities });
  await restore({ ...target, database: second }, options);
  const products = 'select id from product order by id';
  expect(await second.em.fork().execute(products)).toEqual(await em().execute(products));
  await second.close();
});
