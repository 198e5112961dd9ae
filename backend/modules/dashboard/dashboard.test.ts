import { beforeAll, describe, expect, test } from 'vitest';
import { auditActions } from '#contract/audit.ts';
import { orderStates } from '#contract/orders.ts';
import { BEST_PRODUCTS, STATISTICS_DAYS } from '#contract/statistics.ts';
import { TOTAL_MAX } from '#contract/table.ts';
import { addProduct } from '../../../testing/catalogue.ts';
import { type LoggedIn, startTestShop } from '../../../testing/shop.ts';
import { audit } from '../../core/audit.ts';
import { newId } from '../../core/ids.ts';

const shop = await startTestShop();
let admin: LoggedIn;

beforeAll(async () => {
  admin = await shop.admin();
});

const statistics = async () => (await shop.call('GET', '/admin/statistics', { token: admin.token })).body;

/** The UTC date `daysAgo` days ago. */
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

type Line = { productId: string; title: string; unitPriceCents: number; count: number };

async function placeOrder(state: string, createdAt: string, lines: Line[]): Promise<void> {
  const id = newId();
  await shop
    .em()
    .execute(
      `insert into shop_order (id, state, currency, amount, subtotal, buyer_name, cart_fingerprint, created_at) values (?, ?, 'RSD', 1, 1, 'Ada', 'x', ?)`,
      [id, state, createdAt],
    );
  for (const { productId, title, unitPriceCents, count } of lines) {
    await shop
      .em()
      .execute(
        'insert into order_line (id, order_id, product_id, title, unit_price_cents, count) values (?, ?, ?, ?, ?, ?)',
        [newId(), id, productId, title, unitPriceCents, count],
      );
  }
}

describe('statistics', () => {
  test('are zero for every day and state of an empty shop', async () => {
    expect(await statistics()).toEqual({
      status: 'success',
      usersCount: 1,
      productsCount: 0,
      ordersByDay: Array.from({ length: STATISTICS_DAYS }, (_, index) => ({
        day: dayOf(STATISTICS_DAYS - 1 - index),
        orders: 0,
        revenue: 0,
      })),
      ordersByState: Object.fromEntries(orderStates.map((state) => [state, 0])),
      commentsWaiting: 0,
      unsentMails: 0,
      bestRated: [],
      bestSelling: [],
    });
  });

  test('count paid orders and revenue by UTC day, states and comments, and rank products', async () => {
    const [phone, cable] = [
      await addProduct(shop.em(), shop.storage, 'Phone'),
      await addProduct(shop.em(), shop.storage, 'Cable'),
    ];
    const others = await Promise.all(
      Array.from({ length: BEST_PRODUCTS }, (_, index) => addProduct(shop.em(), shop.storage, `Other ${index}`)),
    );
    const gone = newId();
    const phones = (count: number) => ({ productId: phone, title: 'Old phone', unitPriceCents: 10_010, count });
    const ghosts = (title: string, count: number) => ({ productId: gone, title, unitPriceCents: 100, count });
    const [first, today, before] = [dayOf(STATISTICS_DAYS - 1), dayOf(0), dayOf(STATISTICS_DAYS)];
    await placeOrder('paid', `${first}T00:00:00Z`, [phones(2), ghosts('Ghost', 1)]);
    await placeOrder('paid', `${first}T23:59:59.999Z`, [ghosts('Renamed ghost', 3)]);
    await placeOrder('paid', `${before}T23:59:59.999Z`, [phones(1)]);
    await placeOrder('refunded', `${today}T00:00:00Z`, [
      { productId: cable, title: 'Cable', unitPriceCents: 1, count: 50 },
    ]);
    for (const state of ['pending', 'failed', 'canceled']) await placeOrder(state, `${today}T00:00:00Z`, [phones(50)]);
    await shop
      .em()
      .execute(`update product set rating = 4.5, all_ratings = '{4,5}' where id in (?, ?)`, [phone, cable]);
    await shop.em().execute(`update product set rating = 4.5, all_ratings = '{4,5,4,5}' where id = ?`, [others[0]]);
    await shop.em().execute(`update product set rating = 5, all_ratings = '{5}' where id = ?`, [others[1]]);
    for (const content of ['a', 'b']) await shop.call('POST', '/comment', { body: { productId: phone, content } });
    await shop.em().execute("update comment set approved = true where content = 'a'");

    const numbers = await statistics();
    expect(numbers).toMatchObject({ usersCount: 1, productsCount: 7, commentsWaiting: 1 });
    expect(numbers.ordersByDay).toHaveLength(STATISTICS_DAYS);
    expect(numbers.ordersByDay[0]).toEqual({ day: first, orders: 2, revenue: 204.2 });
    expect(numbers.ordersByDay.at(-1)).toEqual({ day: today, orders: 0, revenue: 0 });
    expect(numbers.ordersByDay.reduce((sum: number, { orders }: { orders: number }) => sum + orders, 0)).toBe(2);
    expect(numbers.ordersByState).toEqual({ pending: 1, paid: 3, failed: 1, canceled: 1, refunded: 1 });
    expect(numbers.bestRated).toEqual([
      { productId: others[1], title: 'Other 1', rating: 5, ratings: 1 },
      { productId: others[0], title: 'Other 0', rating: 4.5, ratings: 4 },
      { productId: cable, title: 'Cable', rating: 4.5, ratings: 2 },
      { productId: phone, title: 'Phone', rating: 4.5, ratings: 2 },
    ]);
    expect(numbers.bestSelling).toEqual([
      { productId: gone, title: 'Renamed ghost', sold: 4, isGone: true },
      { productId: phone, title: 'Phone', sold: 2, isGone: false },
    ]);
  });
});

describe('the audit trail', () => {
  const trail = async (query = '') => (await shop.call('GET', `/admin/audit?${query}`, { token: admin.token })).body;

  test('lists actions, newest first, with search, filter and pages', async () => {
    const subjectId = newId();
    const actor = { userId: admin.userId, username: 'Grace_H' };
    for (const [index, action] of auditActions.entries()) {
      await shop.em().transactional(async (em) => {
        audit(em, actor, {
          action,
          subjectId: index === 0 ? null : subjectId,
          subjectName: `Thing ${index}`,
          changes: { price: { from: index, to: null } },
        });
      });
    }
    const { status, entries, total } = await trail('pageSize=100');
    expect([status, total]).toEqual(['success', auditActions.length]);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([...auditActions].reverse());
    expect(entries.at(-1)).toEqual({
      _id: expect.any(String),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actor: 'Grace_H',
      action: 'product.added',
      subjectId: null,
      subjectName: 'Thing 0',
      changes: { price: { from: 0, to: null } },
    });
    expect((await trail('direction=asc&page=1&pageSize=1')).entries[0].subjectName).toBe('Thing 0');
    expect(await trail('page=2&pageSize=10')).toMatchObject({ total: auditActions.length });
    expect(await trail('pageSize=10')).toEqual(await trail('page=1&pageSize=10'));
    expect((await trail('search=thing%2013')).entries).toMatchObject([{ subjectName: 'Thing 13' }]);
    expect((await trail('search=grace_h')).total).toBe(auditActions.length);
    expect((await trail('search=graceXh')).total).toBe(0);
    expect((await trail('subject=order')).entries.map(({ action }: { action: string }) => action)).toEqual([
      'order.collected',
      'order.delivered',
      'order.shipped',
      'order.checked',
      'order.refundRequested',
    ]);
    expect((await trail('subject=shop')).code).toBe('invalid');
  });

  test('counts entries up to a limit, and has pages beyond it', async () => {
    await shop.em().execute(
      `insert into audit_entry (id, created_at, actor_name, actor_id, action, subject_name, changes)
       select gen_random_uuid(), now(), 'Grace_H', gen_random_uuid(), 'product.added', 'Many', '{}' from generate_series(1, ?)`,
      [TOTAL_MAX + 3],
    );
    const last = await trail(`search=many&page=${TOTAL_MAX + 3}&pageSize=1`);
    expect(last).toMatchObject({ total: TOTAL_MAX + 1, entries: [{ subjectName: 'Many' }] });
  });
});

describe('admin calls', () => {
  const id = '00000000-0000-7000-8000-000000000000';
  const calls: [string, string, object?][] = [
    ['GET', '/admin/user'],
    ['GET', `/admin/user/${id}`],
    ['PUT', '/admin/user', { email: 'admin@example.com', city: 'Hacked' }],
    ['DELETE', `/admin/user/${id}`],
    ['DELETE', `/admin/user/${id}/avatar.jpg`],
    ['GET', '/comment'],
    ['PATCH', '/comment', { commentId: id, status: true }],
    ['DELETE', `/comment/${id}`],
    ['POST', '/admin/comment/bulk', { commentIds: [id], action: 'delete' }],
    ['GET', '/admin/order'],
    ['GET', '/admin/order/export'],
    ['POST', '/admin/order/shipments', { list: '1001,DHL' }],
    ['POST', '/admin/order/shipments/preview', { list: '1001,DHL' }],
    ['POST', `/admin/order/${id}/refund`],
    ['POST', `/admin/order/${id}/check`],
    ['GET', '/admin/statistics'],
    ['GET', '/admin/audit'],
    ['GET', '/admin/shop'],
    ['GET', '/admin/unsent-mail'],
    ['POST', `/admin/unsent-mail/${id}/retry`],
    // Authorization comes first: an unauthorized request learns nothing from an invalid id or body.
    ['GET', '/admin/user/malformed'],
    ['GET', '/admin/user?page=0'],
    ['PUT', '/admin/user', []],
    ['POST', '/admin/comment/bulk', {}],
  ];

  test.each(calls)('%s %s rejects visitors, users and inactive admins', async (method, path, body) => {
    expect(await shop.call(method, path, { body })).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect((await shop.call(method, path, { body, token: 'nonsense' })).status).toBe(401);

    const { token, userId } = await shop.registerAndLogIn();
    expect(await shop.call(method, path, { body, token })).toMatchObject({ status: 403, body: { code: 'forbidden' } });

    // In SQL, because the API would also end the session.
    await shop.em().execute("update user_account set role = 'admin', active = false where id = ?", [userId]);
    expect((await shop.call(method, path, { body, token })).status).toBe(401);
    await shop.em().execute("update user_account set role = 'user', active = true where id = ?", [userId]);
    expect((await shop.call(method, path, { body, token })).status).toBe(403);
  });

  test('an unsupported method gets a 405 with the allowed ones', async () => {
    const response = await shop.call('PATCH', '/admin/user', { token: admin.token, body: {} });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain('PUT');
  });
});
