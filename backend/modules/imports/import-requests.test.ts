import { openAsBlob } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { importFile, importForm, untilFilesAreGone } from '../../../testing/data/imports.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { openDatabase } from '../../core/database/db.ts';
import { entities } from '../../entities.ts';
import { runImport, stopImport } from './imports.run.ts';
import { catalogueKey, removeAbandonedImports } from './imports.service.ts';

const shop = await startTestShop({ workers: true });
let admin = '';

beforeAll(async () => {
  admin = (await shop.admin()).token;
});

const product = { title: 'Fan', description: 'Cool', price: 19.99, category: 'Fans' };
const send = (text: string) => importFile(shop, admin, importForm(text));
const read = async (importId: string) =>
  (await shop.call('GET', `/admin/import/${importId}`, { token: admin })).body.import;

/** A file of zeros, streamed from disk. A body in memory would block the server, which shares this process. */
async function zeros(bytes: number): Promise<Blob> {
  const path = join(shop.dataDir, 'zeros');
  await writeFile(path, '');
  await truncate(path, bytes);
  return openAsBlob(path);
}

/** Adds a partly done import without an event for a worker. */
async function addImport(text: string, linesDone = 0): Promise<string> {
  const importId = crypto.randomUUID();
  await shop.storage.put(catalogueKey(importId), Buffer.from(text));
  await shop.em().execute(
    `insert into catalogue_import (id, file_name, actor_id, actor_name, state, lines_done, created, created_at)
     values (?, 'parts.jsonl', ?, 'admin', 'running', ?, ?, now())`,
    [importId, importId, linesDone, linesDone],
  );
  return importId;
}

test('an import is recorded in the audit trail with its nonzero counts', async () => {
  const { username, userId } = await shop.admin();
  const { _id } = await send(`${JSON.stringify(product)}\n{`);
  const entries = await shop.em().execute(
    `select actor_id as "actorId", actor_name as actor, action, subject_name as subject, changes
     from audit_entry where subject_id = ?`,
    [_id],
  );
  expect(entries).toEqual([
    {
      actorId: userId,
      actor: username,
      action: 'catalogue.imported',
      subject: 'catalogue.jsonl',
      changes: {
        created: { from: null, to: 1 },
        refused: { from: null, to: 1 },
      },
    },
  ]);
});

test('the latest 20 imports are listed, newest first', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 21; index += 1) ids.push((await send('{}'))._id);
  const { body } = await shop.call('GET', '/admin/import', { token: admin });
  expect(body.imports.map((view: { _id: string }) => view._id)).toEqual(ids.reverse().slice(0, 20));
});

test('an unknown import is not found', async () => {
  for (const id of ['x', '00000000-0000-7000-8000-000000000000']) {
    expect(await shop.call('GET', `/admin/import/${id}`, { token: admin })).toMatchObject({
      status: 404,
      body: { message: 'Import not found' },
    });
  }
});

test('only admins can import; others are rejected before the file is read', async () => {
  const { token } = await shop.newAccount();
  const form = () => importForm(new Uint8Array(5_000_000));
  expect((await shop.call('POST', '/admin/import', { form: form() })).status).toBe(401);
  expect((await shop.call('POST', '/admin/import', { form: form(), token })).status).toBe(403);
  for (const path of ['/admin/import', '/admin/import/00000000-0000-7000-8000-000000000000']) {
    expect((await shop.call('GET', path)).status).toBe(401);
    expect((await shop.call('GET', path, { token })).status).toBe(403);
  }
  await untilFilesAreGone(shop);
});

test('an import takes exactly one file of at most 50 MB', async () => {
  const post = (form: FormData) => shop.call('POST', '/admin/import', { token: admin, form });
  const rejected = (sentence: string) => ({ status: 422, body: { fields: { file: sentence } } });
  const required = rejected('A catalogue file is required');
  expect(await post(new FormData())).toMatchObject(required);
  expect(await post(importForm(''))).toMatchObject(rejected('The file is empty'));
  const text = new FormData();
  text.set('file', 'just text');
  expect(await post(text)).toMatchObject(required);
  const two = importForm('{}');
  two.append('file', new Blob(['{}']), 'second');
  expect((await post(two)).status).toBe(400);
  const large = await post(importForm(await zeros(50 * 1024 * 1024 + 1)));
  expect(large).toMatchObject({ status: 413, body: { message: expect.stringContaining('50 MB') } });
  expect((await shop.call('POST', '/admin/import', { token: admin, body: {} })).status).toBe(415);
  await untilFilesAreGone(shop);
});

describe('an import whose job has failed', () => {
  const stopped = {
    state: 'stopped',
    failure: expect.stringMatching(/^A server error stopped the import/),
  };

  test('shows it, keeps its files, and resumes when it is retried', async () => {
    const importId = await addImport(`${JSON.stringify(product)}\n`.repeat(3), 1);
    await stopImport(shop.em(), importId);
    expect(await read(importId)).toMatchObject(stopped);
    await removeAbandonedImports(shop.em(), shop.storage, 0);
    await runImport(shop.em(), shop.storage, importId);
    const report = await read(importId);
    expect(report).toMatchObject({ state: 'done', failure: null, progress: 1 });
    expect(report.created + report.unchanged + report.updated).toBe(3);
    await untilFilesAreGone(shop);
  });

  test('promises no resumption of a check, which has changed nothing', async () => {
    const importId = await addImport(`${JSON.stringify(product)}\n`, 1);
    await shop.em().execute('update catalogue_import set is_check = true where id = ?', [importId]);
    await stopImport(shop.em(), importId);
    const failure = 'A server error stopped the check. Check the file again.';
    expect(await read(importId)).toMatchObject({ state: 'stopped', failure });
    await runImport(shop.em(), shop.storage, importId);
    await untilFilesAreGone(shop);
  });

  test('keeps an earlier reason, and a finished import stays done', async () => {
    const failed = await send('neither JSON lines nor CSV');
    const done = await send('{}');
    for (const view of [failed, done]) {
      await stopImport(shop.em(), view._id);
      expect(await read(view._id)).toEqual(view);
    }
  });
});

test('imports that outlast the silence limit of the database run one after the other', async () => {
  const silence = 3000;
  const impatient = await openDatabase({ url: shop.databaseUrl, entities, timeouts: { silence } });
  const takeLong = 'begin perform pg_sleep(0.6); return new; end';
  await shop.em().execute(`create function take_long() returns trigger language plpgsql as '${takeLong}'`);
  await shop.em().execute(
    `create trigger slow before update on catalogue_import for each row when (new.lines_done > old.lines_done)
       execute function take_long()`,
  );
  const start = performance.now();
  const ids = [await addImport('{\n'.repeat(1800)), await addImport('{\n'.repeat(1800))];
  await Promise.all(ids.map((id) => runImport(impatient.em.fork(), shop.storage, id)));
  expect(performance.now() - start).toBeGreaterThan(2 * silence);
  for (const id of ids) expect(await read(id)).toMatchObject({ state: 'done', refused: 1800 });
  await shop.em().execute('drop trigger slow on catalogue_import');
  await impatient.close();
});

test('files of finished and never requested imports are removed', async () => {
  const kept = crypto.randomUUID();
  await shop.storage.put(catalogueKey(kept), Buffer.from('{'));
  await removeAbandonedImports(shop.em(), shop.storage, 60_000);
  expect(await shop.storage.listFolders('imports', 0)).toEqual([kept]);
  await removeAbandonedImports(shop.em(), shop.storage, 0);
  expect(await shop.storage.listFolders('imports', 0)).toEqual([]);
});
