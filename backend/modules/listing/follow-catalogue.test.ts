import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { waitFor } from '../../../testing/wait.ts';
import { openDatabase } from '../../core/database/db.ts';
import { entities } from '../../entities.ts';
import { createCategory } from '../catalogue/categories/categories.service.ts';
import { followCatalogue } from './follow-catalogue.ts';
import { noFilters, selectProducts } from './select.ts';

const shop = await startTestShop();

/** A process that follows the catalogue. */
function startFollower({ recent } = { recent: 0 }) {
  const catalogue = followCatalogue({ recent });
  return {
    catalogue,
    /** The titles that contain `search`, in lower case, newest first. */
    find: async (search: string, em = shop.em()) => {
      const index = await catalogue.recent(em);
      const { slots, match } = selectProducts(index, { ...noFilters, search });
      return match === 'exact' ? Array.from(slots, index.rows.title) : [];
    },
  };
}

const rename = (id: string, title: string, em = shop.em()) =>
  em.execute('update product set title = ? where id = ?', [title, id]);

/** Adds more products than a list waits for. */
async function addMany(title: string): Promise<void> {
  const categoryId = await createCategory(shop.em(), null, title);
  await shop.em().execute(
    `insert into product (id, title, description, price_cents, category_id)
     select gen_random_uuid(), ?, '', 0, ? from generate_series(1, 101)`,
    [title, categoryId],
  );
}

test('sees a change that was begun before the last read and committed after it', async () => {
  const { find } = startFollower();
  const [late, early] = [
    await addProduct(shop.em(), shop.storage, 'Late A'),
    await addProduct(shop.em(), shop.storage, 'Late B'),
  ];
  expect(await find('late')).toEqual(['late b', 'late a']);
  await shop.em().transactional(async (em) => {
    await rename(late, 'Late A2', em);
    await rename(early, 'Late B2');
    expect(await find('late')).toEqual(['late b2', 'late a']);
  });
  expect(await find('late')).toEqual(['late b2', 'late a2']);
});

test('ignores a change that is rolled back', async () => {
  const { find } = startFollower();
  const id = await addProduct(shop.em(), shop.storage, 'Steady');
  await expect(
    shop.em().transactional(async (em) => {
      await rename(id, 'Unsteady', em);
      throw new Error('Rolled back');
    }),
  ).rejects.toThrow('Rolled back');
  expect(await find('steady')).toEqual(['steady']);
});

test('all processes see the same catalogue', async () => {
  const followers = [startFollower(), startFollower()];
  const id = await addProduct(shop.em(), shop.storage, 'Shared');
  for (const { find } of followers) expect(await find('shared')).toEqual(['shared']);
  await rename(id, 'Shared again');
  for (const { find } of followers) expect(await find('shared')).toEqual(['shared again']);
});

test('takes restored changes, which another server has numbered ahead, for no news', async () => {
  const { catalogue } = startFollower();
  const id = await addProduct(shop.em(), shop.storage, 'Restored');
  await shop
    .em()
    .execute(`insert into catalogue_change (product_id, xid) values (?, '1000000000000'), (null, '1000000000000')`, [
      id,
    ]);
  const read = async () => {
    await catalogue.recent(shop.em());
    return { version: catalogue.version(), tag: catalogue.tag() };
  };
  const before = await waitFor('the transactions of other tests, which the tag names, to end', async () => {
    const state = await read();
    return state.tag.includes('-') ? null : state;
  });
  expect(await read()).toEqual(before);
  await rename(id, 'Restored and renamed');
  const after = await read();
  expect([after.version > before.version, after.tag !== before.tag]).toEqual([true, true]);
});

test('a version names one state of the categories, also during an update', async () => {
  const { catalogue } = startFollower();
  await createCategory(shop.em(), null, 'Known before');
  const index = await catalogue.recent(shop.em());
  await createCategory(shop.em(), null, 'New meanwhile');
  const states = new Map<number, Set<string>>();
  const look = () => {
    const seen = states.get(catalogue.version()) ?? new Set();
    states.set(catalogue.version(), seen.add(index.categories.map(({ name }) => name).join()));
  };
  let isUpdating = true;
  const update = catalogue.recent(shop.em()).finally(() => {
    isUpdating = false;
  });
  while (isUpdating) {
    look();
    await nextTurn();
  }
  await update;
  look();
  expect(index.categories.map(({ name }) => name)).toContain('New meanwhile');
  expect([...states.values()].map(({ size }) => size)).toEqual([1, 1]);
});

test('misses no change after a failed read', async () => {
  const { find } = startFollower();
  const id = await addProduct(shop.em(), shop.storage, 'Outage');
  expect(await find('outage')).toEqual(['outage']);
  await rename(id, 'Outage over');
  const unreachable = await openDatabase({ url: 'postgres://127.0.0.1:1/none', entities });
  await expect(find('outage', unreachable.em.fork())).rejects.toThrow();
  await unreachable.close();
  expect(await find('outage')).toEqual(['outage over']);
});

test('reads less often than it is asked, but always after a change of its own', async () => {
  const { catalogue, find } = startFollower({ recent: 60_000 });
  await find('bulk');
  await addMany('Bulk');
  expect(await find('bulk')).toHaveLength(0);
  catalogue.expire();
  expect(await find('bulk')).toHaveLength(101);
});

test('a change of many products lets requests pass, which see consistent lists', async () => {
  const { catalogue, find } = startFollower();
  const products = 3000;
  const categoryId = await createCategory(shop.em(), null, 'Long');
  await shop.em().execute(
    `insert into product (id, title, description, price_cents, category_id)
     select gen_random_uuid(), 'Long', '', n, ? from generate_series(1, ?) n`,
    [categoryId, products],
  );
  const index = await catalogue.recent(shop.em());
  await shop.em().execute('update product set price_cents = price_cents + 1 where category_id = ?', [categoryId]);
  const update = { isDone: false };
  const updating = catalogue.recent(shop.em()).then(() => {
    update.isDone = true;
  });
  let turns = 0;
  while (!update.isDone) {
    for (const order of Object.values(index.orders)) expect(order).toHaveLength(index.orders.default.length);
    const listed = index.ordered(index.categoryNumber(categoryId), 'asc');
    expect(new Set(Array.from(listed, index.rows.id)).size).toBe(products);
    turns += 1;
    await nextTurn();
  }
  await updating;
  expect(turns).toBeGreaterThan(5);
  expect(await find('long')).toHaveLength(products);
});

test('no request waits for an update while many products change, unless it is overdue', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { find } = startFollower({ recent: 1000 });
    await find('queue');
    await addMany('Queue');
    vi.advanceTimersByTime(1000);
    expect(await find('queue')).toHaveLength(101);
    await addProduct(shop.em(), shop.storage, 'Queue and one');
    vi.advanceTimersByTime(1500);
    await shop.em().transactional(async (em) => {
      // No update can end before this transaction.
      await em.execute('lock table catalogue_change in access exclusive mode');
      expect(await find('queue')).toHaveLength(101);
    });
    vi.advanceTimersByTime(1000);
    expect(await find('queue')).toHaveLength(102);
  } finally {
    vi.useRealTimers();
  }
});

test('finds products under the new name of their category', async () => {
  const { catalogue } = startFollower();
  const categoryId = await createCategory(shop.em(), null, 'Gramophones');
  const id = await addProduct(shop.em(), shop.storage, 'Record player');
  await shop.em().execute('update product set category_id = ? where id = ?', [categoryId, id]);
  const similar = async (search: string) => {
    const index = await catalogue.recent(shop.em());
    return Array.from(selectProducts(index, { ...noFilters, search }).slots, index.rows.id);
  };
  expect(await similar('gramophnes')).toEqual([id]);
  await shop.em().execute(`update category set name = 'Turntables' where id = ?`, [categoryId]);
  expect(await similar('turntabels')).toEqual([id]);
  expect(await similar('gramophnes')).toEqual([]);
});

test('orders and finds exactly what the database holds, through thousands of changes', async () => {
  const { catalogue } = startFollower({ recent: 0 });
  const categoryId = await createCategory(shop.em(), null, 'Model');
  await shop.em().execute(
    `insert into product (id, title, description, price_cents, category_id)
     select gen_random_uuid(), '', '', 0, ? from generate_series(1, 400)`,
    [categoryId],
  );
  for (let round = 0; round < 8; round += 1) {
    await shop.em().execute(
      `update product set price_cents = (random() * 20)::int, rating = round(random() * 5),
         title = (array['Red', 'Blue', 'Green'])[1 + (random() * 2)::int] || ' ' || (random() * 99)::int || '-inch'
       where random() < 0.6`,
    );
    await shop.em().execute('delete from product where random() < 0.02');
    const index = await catalogue.recent(shop.em());
    const ids = (slots: Int32Array) => Array.from(slots, index.rows.id);
    for (const [sort, order] of [
      ['default', 'id desc'],
      ['asc', 'price_cents, id desc'],
      ['desc', 'price_cents desc, id desc'],
      ['rating', 'rating desc, id desc'],
    ] as const) {
      const rows = await shop.em().execute<{ id: string }[]>(`select id from product order by ${order}`);
      expect(ids(index.orders[sort])).toEqual(rows.map(({ id }) => id));
    }
    for (const search of ['red', 'e', '1', 'd 1', '-i', '9-inch', ' ']) {
      const rows = await shop
        .em()
        .execute<{ id: string }[]>(
          `select id from product where strpos(lower(title), ?) > 0 and price_cents between 5 and 15 order by price_cents, id desc`,
          [search],
        );
      const selection = selectProducts(index, { ...noFilters, search, minCents: 5, maxCents: 15, sort: 'asc' });
      const found = selection.match === 'exact' ? ids(selection.slots) : [];
      expect(found).toEqual(rows.map(({ id }) => id));
    }
  }
});

test('sees each change while the catalogue is read again because of new words', async () => {
  await shop.em().execute(`insert into setting (name, value) values ('languages', '["en", "de"]')`);
  await shop.em().execute(`insert into term (language, text, translation) values ('de', 'Black', 'Word 0')`);
  await addMany('Shade');
  const id = await addProduct(shop.em(), shop.storage, 'Hue 0');
  const { find } = startFollower();
  expect(await find('hue')).toEqual(['hue 0']);
  for (let count = 1; count <= 200; count++) {
    if (count % 4 === 1) await shop.em().execute('update term set translation = ?', [`Word ${count}`]);
    await rename(id, `Hue ${count}`);
    expect(await find('hue')).toEqual([`hue ${count}`]);
  }
});
