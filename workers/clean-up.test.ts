import { mkdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { newId } from '../backend/core/ids.ts';
import { createMailer } from '../backend/core/mail/mailer.ts';
import { openDrawings } from '../backend/modules/documents/drawings.ts';
import { uploadKey } from '../backend/modules/pictures/uploads.ts';
import { openSettings } from '../backend/modules/settings/shop-settings.ts';
import { listUploads } from '../testing/data/pictures.ts';
import { startTestShop } from '../testing/shop/shop.ts';
import { cleanUp } from './jobs/clean-up.ts';

const DAY = 24 * 60 * 60 * 1000;

const shop = await startTestShop();
const log = pino({ level: 'silent' });
const { storage, payments: provider, url: publicUrl } = shop;
const mailer = createMailer(shop.mailbox.smtpUrl, publicUrl);

const retention = { carts: 10, logs: 20, audit: 30, webhooks: 40 };

const removeFailures = vi.fn(async () => {});
const deps = {
  storage,
  mailer,
  provider,
  publicUrl,
  settings: openSettings({}),
  ...openDrawings(publicUrl),
  orderExpirySeconds: 1800,
  retention,
  removeFailures,
  log,
};
const run = () => cleanUp({ ...deps, em: shop.em() });
const column = async (sql: string) => (await shop.em().execute<{ value: string }[]>(sql)).map(({ value }) => value);

test('removes expired sessions, reset requests and verification links, and keeps the others', async () => {
  const [gone, stays] = [await shop.newAccount('gone'), await shop.newAccount('stays')];
  await shop.em().execute('update session set expires_at = now() where user_id = ?', [gone.userId]);
  await shop.em().execute(
    `insert into password_reset_request (id, email, expires_at, created_at) values
       (gen_random_uuid(), 'sent long ago', now() - interval '1 minute', now() - interval '1 hour'),
       (gen_random_uuid(), 'sent', now() + interval '1 minute', now() - interval '2 days'),
       (gen_random_uuid(), 'never sent', null, now() - interval '25 hours'),
       (gen_random_uuid(), 'about to be sent', null, now() - interval '23 hours')`,
  );
  await shop.em().execute(
    `insert into email_verification (token_hash, user_id, expires_at) values
       ('expired', ?, now()), ('valid', ?, now() + interval '1 minute')`,
    [stays.userId, stays.userId],
  );
  await run();
  expect(await column('select token_hash as value from email_verification')).toEqual(['valid']);
  expect(await column('select user_id as value from session')).toEqual([stays.userId]);
  expect(await column('select email as value from password_reset_request order by 1')).toEqual([
    'about to be sent',
    'sent',
  ]);
});

test('removes the counts of rate limits whose time is over', async () => {
  const [past, future] = [Date.now() - 1000, Date.now() + 60_000];
  await shop.em().execute('truncate rate_limit_count');
  await shop.em().execute("insert into rate_limit_count values ('past', 1, ?), ('current', 1, ?)", [past, future]);
  await run();
  expect(await column('select key as value from rate_limit_count')).toEqual(['current']);
});

test('removes events done before the retention period of logs, but no waiting ones', async () => {
  const events = {
    done: `now() - interval '21 days', null`,
    'done lately': `now() - interval '19 days', null`,
    waiting: 'null, null',
    failed: `null, 'productImage: broken'`,
  };
  for (const [name, values] of Object.entries(events)) {
    await shop.em().execute(
      `insert into outbox_event (id, name, payload, created_at, done_at, failure)
       values (?, ?, '{}', now() - interval '90 days', ${values})`,
      [newId(), name],
    );
  }
  await run();
  await run();
  expect(await column(`select name as value from outbox_event where payload = '{}' order by 1`)).toEqual([
    'done lately',
    'failed',
    'waiting',
  ]);
  // See expired-failures.test.ts.
  expect(removeFailures).toHaveBeenCalledWith(retention.logs * DAY);
});

test('removes the uploads of pictures that failed before the retention period of logs', async () => {
  const insert = async (state: string, days: number) => {
    const id = newId();
    await shop.em().execute(
      `insert into picture (id, owner_kind, owner_id, state, extension, created_at)
       values (?, 'user', ?, ?, '.jpg', now() - make_interval(days => ?))`,
      [id, newId(), state, days],
    );
    await storage.put(uploadKey(id), new Uint8Array([1]));
    await utimes(join(shop.dataDir, uploadKey(id)), 0, 0);
    return id;
  };
  await insert('failed', 21);
  const needed = [await insert('failed', 19), await insert('waiting', 300)];
  await run();
  expect((await listUploads(storage)).toSorted()).toEqual(needed.toSorted());
});

test('finds old events without reading all', async () => {
  await shop.em().execute(
    `insert into outbox_event (id, name, payload, done_at)
     select gen_random_uuid(), 'done', '{}', now() from generate_series(1, 5000)`,
  );
  await shop.em().execute('analyze outbox_event');
  const fullReads = async () => {
    // Statistics reach other connections with a delay.
    await shop.em().execute('select pg_stat_force_next_flush()');
    return column("select seq_scan as value from pg_stat_user_tables where relname = 'outbox_event'");
  };
  const indexReads = () =>
    column("select idx_scan as value from pg_stat_user_indexes where indexrelname = 'outbox_event_done_index'");
  const [before] = await indexReads();
  const [readBefore] = await fullReads();
  await run();
  await expect.poll(indexReads).not.toEqual([before]);
  expect(await fullReads()).toEqual([readBefore]);
  await shop.em().execute("delete from outbox_event where name = 'done'");
});

test('removes changes of the catalogue once no process follows them', async () => {
  await shop.em().execute('delete from catalogue_change');
  for (const age of ['49 hours', '47 hours']) {
    await shop.em().execute(`insert into catalogue_change (created_at) values (now() - interval '${age}')`);
  }
  await run();
  expect(
    await column(`select 1 as value from catalogue_change where created_at < now() - interval '46 hours'`),
  ).toEqual([1]);
});

test.each([
  ['sent mails', 'sent_mail', 'reference', 'sent_at', '20'],
  ['webhooks', 'payment_event', 'id', 'received_at', '40'],
])('removes %s after their retention period', async (_, table, key, date, days) => {
  const type = table === 'payment_event' ? { name: ', type', value: `, 'charge.updated'` } : { name: '', value: '' };
  for (const [name, extra] of [
    ['older', '1 minute'],
    ['younger', '-1 minute'],
  ]) {
    await shop.em().execute(
      `insert into ${table} (${key}, ${date}${type.name})
       values ('${name}', now() - interval '${days} days' - interval '${extra}'${type.value})`,
    );
  }
  await Promise.all([run(), run()]);
  expect(await column(`select ${key} as value from ${table} where ${key} in ('older', 'younger')`)).toEqual([
    'younger',
  ]);
});

test('removes audit entries, bulk edits and reports of ended and stopped imports after their retention period', async () => {
  const ids: string[] = [];
  const insert = async (days: number, sql: (id: string, date: string) => string) => {
    const id = newId();
    ids.push(id);
    await shop.em().execute(sql(id, `now() - interval '${days} days'`));
    return id;
  };
  const entry = (id: string, date: string) =>
    `insert into audit_entry (id, actor_id, actor_name, action, subject_name, changes, created_at)
     values ('${id}', '${id}', 'admin', 'category.added', 'Old', '{}', ${date})`;
  const edit = (id: string, date: string) =>
    `insert into bulk_edit (id, products, created_at) values ('${id}', '[]', ${date})`;
  const report = (state: string) => (id: string, date: string) =>
    `insert into catalogue_import (id, file_name, actor_id, actor_name, state, created_at)
     values ('${id}', 'a.csv', '${id}', 'admin', '${state}', ${date})`;
  const kept = [
    await insert(29, entry),
    await insert(19, edit),
    await insert(19, report('done')),
    await insert(300, report('waiting')),
    await insert(300, report('running')),
    await insert(19, report('stopped')),
  ];
  for (const sql of [report('done'), report('failed'), report('stopped'), edit]) await insert(21, sql);
  await insert(31, entry);
  await run();
  const list = ids.map((id) => `'${id}'`).join(',');
  expect(
    (
      await column(
        `select id as value from audit_entry where id in (${list})
         union select id from bulk_edit where id in (${list})
         union select id from catalogue_import where id in (${list})`,
      )
    ).sort(),
  ).toEqual(kept.sort());
});

test('forgets the emails of reporters some days after the decision, and keeps their reports', async () => {
  const add = async (decidedDaysAgo: number | null) => {
    const id = newId();
    await shop.em().execute(
      `insert into comment_report (id, comment_id, product_title, reason, email, created_at, decision, decided_at)
       values (?, ?, 'Fan', 'An insult', 'reporter@example.com', now() - interval '300 days',
         case when ?::int is null then null else 'kept' end, now() - make_interval(days => ?::int))`,
      [id, newId(), decidedDaysAgo, decidedDaysAgo],
    );
    return id;
  };
  const [open, recent, old] = [await add(null), await add(19), await add(21)];
  await run();
  expect(await column('select id as value from comment_report where email is not null')).toEqual([open, recent]);
  expect(await column('select id as value from comment_report where email is null')).toEqual([old]);
});

test('removes what was sent to webhooks and last tried long ago, or to deleted ones', async () => {
  const webhookId = newId();
  await shop
    .em()
    .execute(`insert into webhook (id, url, events, is_active, secret) values (?, '', '{*}', false, '')`, [webhookId]);
  const add = async (daysAgo: number, webhookId: string) => {
    const id = newId();
    await shop.em().execute(
      `with delivery as (
         insert into webhook_delivery (id, webhook_id, event, event_id, object_id, body, created_at, changed_at)
         values (?, ?, 'order.paid', ?, ?, '{}', now() - interval '300 days', now() - make_interval(days => ?::int))
       )
       insert into webhook_try (id, delivery_id, webhook_id, number, duration_ms, response, started_at)
       values (?, ?, ?, 1, 1, '', now() - make_interval(days => ?::int))`,
      [id, webhookId, newId(), newId(), daysAgo, newId(), id, webhookId, daysAgo],
    );
    return id;
  };
  const [recent] = [await add(19, webhookId), await add(21, webhookId), await add(1, newId())];
  await run();
  expect(await column('select id as value from webhook_delivery')).toEqual([recent]);
  expect(await column('select delivery_id as value from webhook_try')).toEqual([recent]);
});

test('runs the other steps if one fails', async () => {
  const importId = newId();
  const folder = join(shop.dataDir, 'imports', importId);
  await mkdir(folder, { recursive: true });
  await utimes(folder, 0, 0);
  await shop.em().execute('alter table payment_event rename to out_of_reach');
  try {
    await expect(run()).rejects.toThrow('Not everything could be cleaned up');
  } finally {
    await shop.em().execute('alter table out_of_reach rename to payment_event');
  }
  expect((await shop.storage.listFolders('imports', 0)).filter((name) => name === importId)).toEqual([]);
});

test('keeps unknown folders beside the imports', async () => {
  const folder = join(shop.dataDir, 'imports', 'backup');
  await mkdir(folder, { recursive: true });
  await utimes(folder, 0, 0);
  await run();
  expect((await stat(folder)).isDirectory()).toBe(true);
});
