import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditTrail } from '../../../../testing/data/catalogue.ts';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { type LoggedIn, startTestShop } from '../../../../testing/shop/shop.ts';

const shop = await startTestShop();
let admin: LoggedIn;
let user: LoggedIn;

beforeAll(async () => {
  admin = await shop.admin();
});
beforeEach(async () => {
  user = await shop.newAccount();
});

const edit = (body: object, token = admin.token) => shop.call('PUT', '/admin/user', { token, body });
const read = async (id: string) => (await shop.call('GET', `/admin/user/${id}`, { token: admin.token })).body.user;
const list = async (query = '') => (await shop.call('GET', `/admin/user${query}`, { token: admin.token })).body;
const ownUser = (token: string) => shop.call('GET', '/user/getSingleUser', { token });
const entriesOn = (subjectId: string) => auditTrail(shop.em(), subjectId);

async function secondAdmin(): Promise<LoggedIn> {
  const other = await shop.newAccount();
  expect((await edit({ email: other.email, role: 'admin' })).status).toBe(200);
  return other;
}

describe('the list of users', () => {
  test('contains all users, newest first, without secrets', async () => {
    const { status, allUsers, total } = await list();
    expect(status).toBe('success');
    expect(total).toBe(allUsers.length);
    expect(allUsers[0]).toEqual({
      ...(await ownUser(user.token)).body.user,
      orderCount: 0,
      hasSecondFactor: false,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(allUsers.at(-1).username).toBe('admin');
    expect(JSON.stringify(allUsers)).not.toMatch(/password|argon/i);
  });

  test('searches email, username and both names, in any case, literally', async () => {
    const word = `q${randomUUID().slice(0, 8)}`;
    await edit({ email: user.email, firstName: word, lastName: 'O’Hara_%' });
    const found = async (search: string) => (await list(`?search=${encodeURIComponent(search)}`)).total;
    expect(await found(`${word.toUpperCase()} o’hara_%`)).toBe(1);
    expect(await found(user.email.toUpperCase())).toBe(1);
    expect(await found(user.username)).toBe(1);
    expect(await found(`${word} ohara`)).toBe(0);
    expect(await found('%%')).toBe(0);
  });

  test('filters by status and role, sorts and pages', async () => {
    const names = ['b', 'a', 'c'].map((letter) => `${letter}${randomUUID().slice(0, 8)}page`);
    for (const name of names) await shop.newAccount(name);
    await edit({ email: `${names[0]}@example.com`, status: false });
    const query = '?search=page&sort=username&direction=asc&pageSize=2';
    const first = await list(`${query}&page=1`);
    const last = await list(`${query}&page=2`);
    const usernames = (response: { allUsers: { username: string }[] }) =>
      response.allUsers.map(({ username }) => username);
    expect([...usernames(first), ...usernames(last)]).toEqual([...names].sort());
    expect([first.total, last.total, first.allUsers.length]).toEqual([3, 3, 2]);
    expect(usernames(await list('?search=page&status=inactive'))).toEqual([names[0]]);
    expect((await list('?search=page&status=active')).total).toBe(2);
    expect(usernames(await list('?role=admin'))).toContain('admin');
    expect((await list('?search=page&role=admin')).total).toBe(0);
    expect(usernames(await list('?search=page&sort=status&direction=desc'))[0]).toBe(names[0]);
  });

  test.each(['sort=password_hash', 'status=banned', 'role=root', 'page=0', 'pageSize=101', 'direction=up'])(
    'rejects %s',
    async (query) => {
      expect((await shop.call('GET', `/admin/user?${query}`, { token: admin.token })).status).toBe(422);
    },
  );
});

describe('a single user', () => {
  test('can be read by id', async () => {
    expect(await read(user.userId)).toMatchObject({ _id: user.userId, email: user.email, orderCount: 0 });
  });

  test.each(['x', '00000000-0000-7000-8000-000000000000'])('responds 404 for user %s', async (id) => {
    expect((await shop.call('GET', `/admin/user/${id}`, { token: admin.token })).status).toBe(404);
  });
});

describe('editing a user', () => {
  test('changes the given fields, keeps the rest, and records the changes', async () => {
    const response = await edit({
      email: ` ${user.email.toUpperCase()} `,
      username: ` New ${user.username} `,
      firstName: 'Ada',
      city: '',
      gender: 'female',
      role: 'admin',
      passwordHash: 'x',
      avatar: 'x',
      _id: 'x',
    });
    expect(response).toMatchObject({ status: 200, body: { status: 'success', message: expect.any(String) } });
    expect(response.body.user).toMatchObject({
      _id: user.userId,
      email: user.email,
      username: `New ${user.username}`,
      firstName: 'Ada',
      gender: 'female',
      role: 'admin',
      status: true,
      avatar: '',
    });
    expect(await read(user.userId)).toEqual(response.body.user);
    expect(await entriesOn(user.userId)).toEqual([
      {
        actor: 'admin',
        action: 'user.edited',
        subjectName: user.username,
        changes: {
          username: { from: user.username, to: `New ${user.username}` },
          firstName: { from: '', to: 'Ada' },
          gender: { from: '', to: 'female' },
          role: { from: 'user', to: 'admin' },
        },
      },
    ]);
  });

  test('succeeds without a change and records nothing', async () => {
    expect((await edit({ email: user.email, username: user.username, status: true })).status).toBe(200);
    expect(await entriesOn(user.userId)).toEqual([]);
  });

  test.each([
    [{ username: ' ' }, { username: 'Username is required' }],
    [{ username: null }, { username: 'Username is required' }],
    [{ status: 'false' }, { status: 'Status must be true or false' }],
    [{ status: 0 }, { status: expect.any(String) }],
    [{ status: null }, { status: expect.any(String) }],
    [{ role: 'root' }, { role: expect.any(String) }],
    [{ gender: 'x' }, { gender: expect.any(String) }],
    [{ email: undefined }, { email: 'Email is required' }],
    [{ email: 7 }, { email: expect.any(String) }],
    [
      { city: 'x'.repeat(201), role: '' },
      { city: expect.any(String), role: expect.any(String) },
    ],
  ])('rejects %j and changes nothing', async (wrong, fields) => {
    const response = await edit({ email: user.email, lastName: 'Changed', ...wrong });
    expect(response).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect(response.body.fields).toEqual(fields);
    expect((await read(user.userId)).lastName).toBe('');
  });

  test('responds 404 for an unknown email', async () => {
    expect((await edit({ email: 'nobody@example.com', city: 'x' })).status).toBe(404);
    expect((await edit({ email: 'no email', city: 'x' })).status).toBe(404);
  });

  test('rejects a taken username, in any case, and changes nothing', async () => {
    const response = await edit({ email: user.email, username: 'ADMIN', city: 'Paris' });
    expect(response).toMatchObject({ status: 409, body: { message: 'Username is already taken' } });
    expect((await read(user.userId)).city).toBe('');
    expect(await entriesOn(user.userId)).toEqual([]);
  });

  test('ends the sessions of a deactivated user at once; a reactivated one can log in again', async () => {
    expect((await edit({ email: user.email, status: false })).body.user.status).toBe(false);
    expect((await ownUser(user.token)).status).toBe(401);
    expect(await shop.em().execute('select 1 from session where user_id = ?', [user.userId])).toHaveLength(0);
    const logIn = () => shop.call('POST', '/user/login', { body: { email: user.email, password: PASSWORD } });
    expect((await logIn()).status).toBe(403);
    await edit({ email: user.email, status: true });
    expect((await ownUser(user.token)).status).toBe(401);
    expect((await logIn()).status).toBe(200);
    expect(await entriesOn(user.userId)).toMatchObject([
      { changes: { status: { from: 'Active', to: 'Inactive' } } },
      { changes: { status: { from: 'Inactive', to: 'Active' } } },
    ]);
  });

  test('takes effect in open sessions', async () => {
    await edit({ email: user.email, role: 'admin' });
    expect((await shop.call('GET', '/admin/user', { token: user.token })).status).toBe(200);
    await edit({ email: user.email, role: 'user' });
    expect((await shop.call('GET', '/admin/user', { token: user.token })).status).toBe(403);
  });

  test.each([{ role: 'user' }, { status: false }])("rejects %j for the admin's own account", async (loss) => {
    const response = await edit({ email: admin.email.toUpperCase(), city: 'Elsewhere', ...loss });
    expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await read(admin.userId)).toMatchObject({ role: 'admin', status: true, city: '' });
    expect((await edit({ email: admin.email, role: 'admin', status: true })).status).toBe(200);
  });

  test.each([{ role: 'user' }, { status: false }])(
    'leaves one of two admins who set each other to %j concurrently',
    async (loss) => {
      for (let round = 0; round < 5; round++) {
        const pair = [await secondAdmin(), await secondAdmin()] as const;
        const responses = await Promise.all([
          edit({ email: pair[1].email, ...loss }, pair[0].token),
          edit({ email: pair[0].email, ...loss }, pair[1].token),
        ]);
        const statuses = responses.map(({ status }) => status);
        expect(statuses).toContain(200);
        expect(statuses.filter((status) => status === 401 || status === 403)).toHaveLength(1);
        const rows = await Promise.all(pair.map(({ userId }) => read(userId)));
        expect(rows.filter(({ role, status }) => role === 'admin' && status)).toHaveLength(1);
      }
    },
  );

  test('loses no change when many edit the same user concurrently', async () => {
    const fields = ['firstName', 'lastName', 'city', 'address', 'postCode', 'phoneNumber'];
    const responses = await Promise.all(fields.map((field) => edit({ email: user.email, [field]: field })));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(await read(user.userId)).toMatchObject(Object.fromEntries(fields.map((field) => [field, field])));
    expect(await entriesOn(user.userId)).toHaveLength(fields.length);
  });
});
