import { expect, test } from 'vitest';
import { catalogueLines, importFile, importForm, untilFilesAreGone } from '../../../testing/data/imports.ts';
import { drawing } from '../../../testing/data/pictures.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { runImport } from './imports.run.ts';
import { catalogueKey } from './imports.service.ts';

const shop = await startTestShop({ workers: true });
const { token } = await shop.admin();

const own = () => crypto.randomUUID().slice(0, 8);
const line = (fields: object) =>
  JSON.stringify({ title: 'Fan', description: 'Cool', price: 19.99, category: 'Fans', ...fields });

function form(lines: string[], options: Record<string, string> = {}): FormData {
  const form = importForm(lines.join('\n'));
  for (const [name, value] of Object.entries(options)) form.set(name, value);
  return form;
}

const send = (lines: string[], options?: Record<string, string>) => importFile(shop, token, form(lines, options));

/** All that an import can change, and its events but the one that requests it. */
async function readAll(): Promise<unknown> {
  const tables = ['product', 'category', 'former_slug', 'picture', 'audit_entry', 'catalogue_change'];
  const rows = await Promise.all(
    tables.map((table) => shop.em().execute(`select to_jsonb(t) as row from ${table} t order by t::text`)),
  );
  const events = await shop
    .em()
    .execute(`select name, payload from outbox_event where name <> 'catalogue.fileSent' order by id`);
  return [...rows, events];
}

test('a check reports what the file would do, and changes nothing', async () => {
  const [category, known] = [`New ${own()}`, `Known ${own()}`];
  await send([line({ category: known, title: 'Same' }), line({ category: known, title: 'Cheaper' })]);
  await shop.untilCalm();
  const lines = [
    line({ category: known, title: 'Same' }),
    line({ category: known, title: 'Cheaper', price: 9.99 }),
    line({ category, title: 'Variant', family: 'F', 'option.Size': 'S' }),
    line({ category: `Refused ${category}`, price: -1 }),
    // More than one transaction has.
    ...catalogueLines(700).map((text) => line({ ...JSON.parse(text), category: known })),
    line({ category: category.toUpperCase(), title: 'Same variant', family: 'F', 'option.Size': 'S' }),
    line({ category: `Other ${category}`, image: 'fan.jpg' }),
  ];
  const request = (options: Record<string, string>) => form(lines, options);
  const withPicture = async (options: Record<string, string>) => {
    const sent = request(options);
    const bytes = await drawing().jpeg().toBuffer();
    sent.append('pictures', new Blob([new Uint8Array(bytes)]), 'fan.jpg');
    return importFile(shop, token, sent);
  };
  const before = await readAll();
  const { _id, date, ...checked } = await withPicture({ check: 'true' });
  expect(checked).toMatchObject({
    check: true,
    state: 'done',
    progress: 1,
    created: 702,
    updated: 1,
    unchanged: 1,
    newCategories: [category, `Other ${category}`],
    refused: 2,
    refusals: [{ line: 4 }, { line: 705, reason: 'F already has a variant with Size S' }],
  });
  await shop.untilCalm();
  expect(await readAll()).toEqual(before);
  await untilFilesAreGone(shop);
  const { body } = await shop.call('GET', '/admin/import', { token });
  expect(body.imports[0]).toMatchObject({ _id, check: true });

  const imported = await withPicture({ check: 'false' });
  expect(imported).toEqual({ ...checked, check: false, _id: expect.any(String), date: expect.any(String) });
});

test('the previous release, whose workers import each file in full, has no job for the event', async () => {
  await send([line({ category: `New ${own()}` })], { check: 'true' });
  await shop.untilCalm();
  const [event] = await shop
    .em()
    .execute(`select name, handled_by from outbox_event where name like 'catalogue.%' order by id desc limit 1`);
  expect(event).toEqual({ name: 'catalogue.fileSent', handled_by: ['catalogueFile'] });
});

test('an interrupted check begins again', async () => {
  const importId = crypto.randomUUID();
  const category = `Again ${own()}`;
  const lines = ['A', 'B'].map((title) => line({ category, title }));
  await shop.storage.put(catalogueKey(importId), Buffer.from(lines.join('\n')));
  await shop.em().execute(
    `insert into catalogue_import (id, file_name, actor_id, actor_name, is_check, state, lines_done, created, new_categories)
     values (?, 'parts.jsonl', ?, 'admin', true, 'running', 1, 1, array[?])`,
    [importId, importId, category],
  );
  await runImport(shop.em(), shop.storage, importId);
  const { body } = await shop.call('GET', `/admin/import/${importId}`, { token });
  expect(body.import).toMatchObject({ state: 'done', linesDone: 2, created: 2, newCategories: [category] });
  await untilFilesAreGone(shop);
});

test('a check of what is no catalogue fails, without an event', async () => {
  await shop.untilCalm();
  const before = await readAll();
  expect(await send(['neither JSON lines nor CSV'], { check: 'true' })).toMatchObject({ state: 'failed', check: true });
  expect(await readAll()).toEqual(before);
});

test('new products can be hidden unless their rows publish them', async () => {
  const category = `Hidden ${own()}`;
  await send([line({ category, title: 'Old' })]);
  const lines = [
    line({ category, title: 'Old', price: 5 }),
    line({ category, title: 'New' }),
    line({ category, title: 'Empty', published: '' }),
    line({ category, title: 'Yes', published: 'yes' }),
  ];
  expect(await send(lines, { publish: 'false' })).toMatchObject({ created: 3, updated: 1 });
  const rows = await shop
    .em()
    .execute<{ title: string }[]>(
      `select title from product where is_published and category_id = (select id from category where name = ?) order by title`,
      [category],
    );
  expect(rows.map(({ title }) => title)).toEqual(['Old', 'Yes']);
  expect(await send([line({ category, title: 'Shown' })], { publish: 'true' })).toMatchObject({ created: 1 });
  const { body } = await shop.call('GET', '/products?search=Shown');
  expect(body.total).toBe(1);
});

test.each(['check', 'publish'])('%s is true or false, given once', async (name) => {
  const post = (values: string[]) => {
    const sent = importForm(line({}));
    for (const value of values) sent.append(name, value);
    return shop.call('POST', '/admin/import', { token, form: sent });
  };
  for (const value of ['', 'yes', 'TRUE']) {
    expect(await post([value])).toMatchObject({
      status: 422,
      body: { fields: { [name]: `${name} must be one of true, false` } },
    });
  }
  expect(await post(['true', 'false'])).toMatchObject({
    status: 422,
    body: { fields: { [name]: `${name} must be given only once` } },
  });
  await untilFilesAreGone(shop);
});
