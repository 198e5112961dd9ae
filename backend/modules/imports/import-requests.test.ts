import { beforeAll, expect, test } from 'vitest';
import { startTestShop } from '../../../e2e/harness/shop.ts';
import { importFile, importForm, untilFilesAreGone } from './imports.fixture.ts';
import { removeAbandonedImports } from './imports.service.ts';

const shop = await startTestShop({ workers: true });
let admin = '';

beforeAll(async () => {
  admin = (await shop.admin()).token;
});

const product = { title: 'Fan', description: 'Cool', price: 19.99, category: 'Fans' };
const send = (text: string) => importFile(shop, admin, importForm(text));

test('an import is noted in the audit trail with its counts', async () => {
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
        created: { from: 0, to: 1 },
        updated: { from: 0, to: 0 },
        unchanged: { from: 0, to: 0 },
        refused: { from: 0, to: 1 },
      },
    },
  ]);
});

test('an import is listed, the newest first, 20 of them', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 21; index += 1) ids.push((await send('{}'))._id);
  const { body } = await shop.call('GET', '/admin/import', { token: admin });
  expect(body.imports.map((view: { _id: string }) => view._id)).toEqual(ids.reverse().slice(0, 20));
});

test('an import that nobody knows is not found', async () => {
  for (const id of ['x', '00000000-0000-7000-8000-000000000000']) {
    expect(await shop.call('GET', `/admin/import/${id}`, { token: admin })).toMatchObject({
      status: 404,
      body: { message: 'There is no such import' },
    });
  }
});

test('an import is for admins, before a byte of the file is read', async () => {
  const { token } = await shop.registerAndLogIn();
  const form = () => importForm(new Uint8Array(30_000_000));
  expect((await shop.call('POST', '/admin/import', { form: form() })).status).toBe(401);
  expect((await shop.call('POST', '/admin/import', { form: form(), token })).status).toBe(403);
  for (const path of ['/admin/import', '/admin/import/00000000-0000-7000-8000-000000000000']) {
    expect((await shop.call('GET', path)).status).toBe(401);
    expect((await shop.call('GET', path, { token })).status).toBe(403);
  }
  await untilFilesAreGone(shop);
});

test('an import takes one file, that is there, of at most 50 MB', async () => {
  const post = (form: FormData) => shop.call('POST', '/admin/import', { token: admin, form });
  const required = { status: 422, body: { fields: { file: 'A catalogue file is required' } } };
  expect(await post(new FormData())).toMatchObject(required);
  expect(await post(importForm(''))).toMatchObject(required);
  const text = new FormData();
  text.set('file', 'just text');
  expect(await post(text)).toMatchObject(required);
  const two = importForm('{}');
  two.append('file', new Blob(['{}']), 'second');
  expect((await post(two)).status).toBe(400);
  const large = await post(importForm(new Uint8Array(50 * 1024 * 1024 + 1)));
  expect(large).toMatchObject({ status: 413, body: { message: expect.stringContaining('50 MB') } });
  expect((await shop.call('POST', '/admin/import', { token: admin, body: {} })).status).toBe(415);
  await untilFilesAreGone(shop);
});

test('an import that was over, or never came about, leaves no files for good', async () => {
  const kept = crypto.randomUUID();
  await shop.storage.storeImport(kept, []);
  await removeAbandonedImports(shop.em(), shop.storage, 60_000);
  expect(await shop.storage.importsOlderThan(0)).toEqual([kept]);
  await removeAbandonedImports(shop.em(), shop.storage, 0);
  expect(await shop.storage.importsOlderThan(0)).toEqual([]);
});
