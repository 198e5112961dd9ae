import { beforeAll, describe, expect, test } from 'vitest';
import { TOTAL_MAX } from '#contract/table.ts';
import { auditActions } from '#contract/users/audit.ts';
import { type LoggedIn, startTestShop } from '../../../testing/shop/shop.ts';
import { audit } from '../../core/audit/audit.ts';
import { newId } from '../../core/ids.ts';

const shop = await startTestShop();
let admin: LoggedIn;

beforeAll(async () => {
  admin = await shop.admin();
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
      'order.returnRepaired',
      'order.returnReplaced',
      'order.returnReceived',
      'order.returnRejected',
      'order.returnApproved',
      'order.mailResent',
      'order.collected',
      'order.delivered',
      'order.shipped',
      'order.checked',
      'order.restocked',
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
    ['POST', `/admin/order/${id}/resend`, { mailId: id }],
    ['GET', '/admin/order-view'],
    ['POST', '/admin/order-view', { name: 'Paid', query: 'state=paid' }],
    ['PUT', `/admin/order-view/${id}`, { name: 'Paid' }],
    ['DELETE', `/admin/order-view/${id}`],
    ['GET', '/admin/statistics'],
    ['GET', '/admin/audit'],
    ['GET', '/admin/settings'],
    ['GET', '/admin/duty'],
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

    const { token, userId } = await shop.newAccount();
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
