import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LoggedIn, startTestShop } from '../../../e2e/harness/shop.ts';
import { newId } from '../../core/ids.ts';
import { createMailer } from '../../core/mailer.ts';
import { addProduct } from '../catalogue/catalogue.fixture.ts';
import { sendPasswordReset } from './password-reset.email.ts';
import { requestPasswordReset } from './passwords.service.ts';

const shop = await startTestShop();
let admin: LoggedIn;
let user: LoggedIn;

beforeAll(async () => {
  admin = await shop.admin();
});
beforeEach(async () => {
  user = await shop.registerAndLogIn();
});

const edit = (body: object, token = admin.token) => shop.call('PUT', '/admin/user', { token, body });
const remove = (path: string, token = admin.token) => shop.call('DELETE', `/admin/user/${path}`, { token });
const read = async (id: string) => (await shop.call('GET', `/admin/user/${id}`, { token: admin.token })).body.user;
const list = async (query = '') => (await shop.call('GET', `/admin/user${query}`, { token: admin.token })).body;
const ownUser = (token: string) => shop.call('GET', '/user/getSingleUser', { token });
const entriesOn = (subjectId: string) =>
  shop.em().execute(
    `select actor_name as actor, action, subject_name as "subjectName", changes from audit_entry
       where subject_id = ? order by id`,
    [subjectId],
  );

async function secondAdmin(): Promise<LoggedIn> {
  const other = await shop.registerAndLogIn();
  expect((await edit({ email: other.email, role: 'admin' })).status).toBe(200);
  return other;
}

describe('the list of users', () => {
  test('has everyone, newest first, with what admins see and nothing secret', async () => {
    const { status, allUsers, total } = await list();
    expect(status).toBe('success');
    expect(total).toBe(allUsers.length);
    expect(allUsers[0]).toEqual({
      ...(await ownUser(user.token)).body.user,
      orderCount: 0,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(allUsers.at(-1).username).toBe('admin');
    expect(JSON.stringify(allUsers)).not.toMatch(/password|argon/i);
  });

  test('is searched in email, username and both names, in any case, and taken literally', async () => {
    const word = `q${randomUUID().slice(0, 8)}`;
    await edit({ email: user.email, firstName: word, lastName: 'O’Hara_%' });
    const found = async (search: string) => (await list(`?search=${encodeURIComponent(search)}`)).total;
    expect(await found(`${word.toUpperCase()} o’hara_%`)).toBe(1);
    expect(await found(user.email.toUpperCase())).toBe(1);
    expect(await found(user.username)).toBe(1);
    expect(await found(`${word} ohara`)).toBe(0);
    expect(await found('%%')).toBe(0);
  });

  test('is narrowed by status and role, sorted and paged', async () => {
    const names = ['b', 'a', 'c'].map((letter) => `${letter}${randomUUID().slice(0, 8)}page`);
    for (const name of names) await shop.registerAndLogIn(name);
    await edit({ email: `${names[0]}@example.com`, status: false });
    const query = '?search=page&sort=username&direction=asc&pageSize=2';
    const first = await list(`${query}&page=1`);
    const last = await list(`${query}&page=2`);
    const usernames = (answer: { allUsers: { username: string }[] }) => answer.allUsers.map(({ username }) => username);
    expect([...usernames(first), ...usernames(last)]).toEqual([...names].sort());
    expect([first.total, last.total, first.allUsers.length]).toEqual([3, 3, 2]);
    expect(usernames(await list('?search=page&status=inactive'))).toEqual([names[0]]);
    expect((await list('?search=page&status=active')).total).toBe(2);
    expect(usernames(await list('?role=admin'))).toContain('admin');
    expect((await list('?search=page&role=admin')).total).toBe(0);
    expect(usernames(await list('?search=page&sort=status&direction=desc'))[0]).toBe(names[0]);
  });

  test.each(['sort=password_hash', 'status=banned', 'role=root', 'page=0', 'pageSize=101', 'direction=up'])(
    'refuses %s',
    async (query) => {
      expect((await shop.call('GET', `/admin/user?${query}`, { token: admin.token })).status).toBe(422);
    },
  );
});

describe('a user', () => {
  test('is read by id', async () => {
    expect(await read(user.userId)).toMatchObject({ _id: user.userId, email: user.email, orderCount: 0 });
  });

  test.each(['x', '00000000-0000-7000-8000-000000000000'])('%s is not there', async (id) => {
    expect((await shop.call('GET', `/admin/user/${id}`, { token: admin.token })).status).toBe(404);
    expect((await remove(`${id}/x`)).status).toBe(404);
  });
});

describe('editing a user', () => {
  test('changes what is given, keeps the rest, and notes what has changed', async () => {
    const answer = await edit({
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
    expect(answer).toMatchObject({ status: 200, body: { status: 'success', message: expect.any(String) } });
    expect(answer.body.user).toMatchObject({
      _id: user.userId,
      email: user.email,
      username: `New ${user.username}`,
      firstName: 'Ada',
      gender: 'female',
      role: 'admin',
      status: true,
      avatar: '',
    });
    expect(await read(user.userId)).toEqual(answer.body.user);
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

  test('that changes nothing is a success that leaves no trace', async () => {
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
  ])('with %j is refused and changes nothing', async (wrong, fields) => {
    const answer = await edit({ email: user.email, lastName: 'Changed', ...wrong });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect(answer.body.fields).toEqual(fields);
    expect((await read(user.userId)).lastName).toBe('');
  });

  test('of an unknown email is not found', async () => {
    expect((await edit({ email: 'nobody@example.com', city: 'x' })).status).toBe(404);
    expect((await edit({ email: 'no email', city: 'x' })).status).toBe(404);
  });

  test('refuses a username of somebody else, in any case, and changes nothing', async () => {
    const answer = await edit({ email: user.email, username: 'ADMIN', city: 'Paris' });
    expect(answer).toMatchObject({ status: 409, body: { message: 'Username is already taken' } });
    expect((await read(user.userId)).city).toBe('');
    expect(await entriesOn(user.userId)).toEqual([]);
  });

  test('to inactive ends the sessions at once, and to active lets log in again', async () => {
    expect((await edit({ email: user.email, status: false })).body.user.status).toBe(false);
    expect((await ownUser(user.token)).status).toBe(401);
    expect(await shop.em().execute('select 1 from session where user_id = ?', [user.userId])).toHaveLength(0);
    const logIn = () => shop.call('POST', '/user/login', { body: { email: user.email, password: 'correct horse' } });
    expect((await logIn()).status).toBe(403);
    await edit({ email: user.email, status: true });
    expect((await ownUser(user.token)).status).toBe(401);
    expect((await logIn()).status).toBe(200);
    expect(await entriesOn(user.userId)).toMatchObject([
      { changes: { status: { from: 'Active', to: 'Inactive' } } },
      { changes: { status: { from: 'Inactive', to: 'Active' } } },
    ]);
  });

  test('takes effect on a session that lives', async () => {
    await edit({ email: user.email, role: 'admin' });
    expect((await shop.call('GET', '/admin/user', { token: user.token })).status).toBe(200);
    await edit({ email: user.email, role: 'user' });
    expect((await shop.call('GET', '/admin/user', { token: user.token })).status).toBe(403);
  });

  test.each([{ role: 'user' }, { status: false }])('of oneself to %j is forbidden', async (loss) => {
    const answer = await edit({ email: admin.email.toUpperCase(), city: 'Elsewhere', ...loss });
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await read(admin.userId)).toMatchObject({ role: 'admin', status: true, city: '' });
    expect((await edit({ email: admin.email, role: 'admin', status: true })).status).toBe(200);
  });

  test.each([{ role: 'user' }, { status: false }])(
    'of each other by two admins at once to %j leaves one of them',
    async (loss) => {
      for (let round = 0; round < 5; round++) {
        const pair = [await secondAdmin(), await secondAdmin()] as const;
        const answers = await Promise.all([
          edit({ email: pair[1].email, ...loss }, pair[0].token),
          edit({ email: pair[0].email, ...loss }, pair[1].token),
        ]);
        const statuses = answers.map(({ status }) => status);
        expect(statuses).toContain(200);
        expect(statuses.filter((status) => status === 401 || status === 403)).toHaveLength(1);
        const rows = await Promise.all(pair.map(({ userId }) => read(userId)));
        expect(rows.filter(({ role, status }) => role === 'admin' && status)).toHaveLength(1);
      }
    },
  );

  test('of the same user by many at once loses nothing', async () => {
    const fields = ['firstName', 'lastName', 'city', 'address', 'postCode', 'phoneNumber'];
    const answers = await Promise.all(fields.map((field) => edit({ email: user.email, [field]: field })));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await read(user.userId)).toMatchObject(Object.fromEntries(fields.map((field) => [field, field])));
    expect(await entriesOn(user.userId)).toHaveLength(fields.length);
  });
});

describe('deleting a user', () => {
  test.each(['', '/', '/undefined', '/..%2f..%2fetc%2fpasswd', '/%zz', '/me.jpg'])(
    'works with %j behind the id, once',
    async (avatar) => {
      expect(await remove(user.userId + avatar)).toMatchObject({ status: 200, body: { status: 'success' } });
      expect((await remove(user.userId + avatar)).status).toBe(404);
      expect((await ownUser(user.token)).status).toBe(401);
      expect(await entriesOn(user.userId)).toEqual([
        { actor: 'admin', action: 'user.deleted', subjectName: user.username, changes: {} },
      ]);
    },
  );

  test('keeps comments under the name, and ratings and orders without the person', async () => {
    const productId = await addProduct(shop.em(), shop.storage);
    await shop.call('PATCH', '/products/single', { token: user.token, body: { productId, productRate: 4 } });
    await shop.call('POST', '/comment', { token: user.token, body: { productId, content: 'Mine' } });
    const orderId = newId();
    await shop
      .em()
      .execute(
        `insert into shop_order (id, user_id, currency, amount, cart_fingerprint) values (?, ?, 'EUR', 100, 'x')`,
        [orderId, user.userId],
      );
    await requestPasswordReset(shop.em(), user.email.toUpperCase());
    expect((await read(user.userId)).orderCount).toBe(1);

    expect((await remove(user.userId)).status).toBe(200);

    const { allComments } = (await shop.call('GET', `/comment?productId=${productId}`, { token: admin.token })).body;
    expect(allComments).toMatchObject([{ author: user.username, content: 'Mine' }]);
    const { product } = (await shop.call('GET', `/products/single/${productId}`)).body;
    expect(product).toMatchObject({ allRatings: [4], rating: 4 });
    expect(await shop.em().execute('select user_id from rating where product_id = ?', [productId])).toEqual([
      { user_id: null },
    ]);
    expect(await shop.em().execute('select user_id from shop_order where id = ?', [orderId])).toEqual([
      { user_id: null },
    ]);
    for (const table of ['session', 'password_reset_request']) {
      expect(await shop.em().execute(`select 1 from ${table} where user_id = ?`, [user.userId])).toHaveLength(0);
    }
    expect(
      await shop.em().execute('select 1 from password_reset_request where lower(email) = lower(?)', [user.email]),
    ).toHaveLength(0);
  });

  test('removes the avatar’s files and the upload that waits to be one, and nobody else’s', async () => {
    const bytes = Buffer.from('picture');
    const [avatar, upload, others] = [randomUUID(), randomUUID(), randomUUID()];
    const published = [`${avatar}.jpg`, `${avatar}-320.webp`, `${others}.jpg`];
    await shop.storage.publish(
      published.map((name) => ({ name, bytes })),
      'users',
    );
    await shop.storage.storeUpload(upload, bytes);
    await shop
      .em()
      .execute('update user_account set avatar = ?, pending_avatar = ? where id = ?', [
        `${avatar}.jpg`,
        upload,
        user.userId,
      ]);
    expect((await remove(`${user.userId}/${others}.jpg`)).status).toBe(200);
    const exists = published.map((name) => existsSync(join(shop.storage.publicFolder, 'users', name)));
    expect(exists).toEqual([false, false, true]);
    expect(await shop.storage.readUpload(upload)).toBeNull();
  });

  test('is refused for admins, also for oneself and in a race with a promotion', async () => {
    const other = await secondAdmin();
    for (const { userId } of [other, admin]) {
      expect(await remove(`${userId}/x`)).toMatchObject({ status: 403, body: { message: 'Cannot delete admin' } });
    }
    for (let round = 0; round < 5; round++) {
      const racer = await shop.registerAndLogIn();
      const [removed, promoted] = await Promise.all([
        remove(racer.userId),
        edit({ email: racer.email, role: 'admin' }),
      ]);
      const statuses = [removed.status, promoted.status];
      expect([
        [200, 404],
        [403, 200],
      ]).toContainEqual(statuses);
    }
  });

  test('by two at once happens once', async () => {
    const answers = await Promise.all([remove(user.userId), remove(user.userId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await entriesOn(user.userId)).toHaveLength(1);
  });

  test('and mailing them a reset link at the same moment don’t get into each other’s way', async () => {
    const mailer = createMailer(shop.mailbox.smtpUrl, shop.url);
    for (let round = 0; round < 8; round++) {
      const leaver = await shop.registerAndLogIn();
      await requestPasswordReset(shop.em(), leaver.email);
      const [request] = await shop
        .em()
        .execute<{ id: string }[]>('select id from password_reset_request where email = ?', [leaver.email]);
      const [removed] = await Promise.all([
        remove(leaver.userId),
        sendPasswordReset(shop.em(), mailer, shop.url, request?.id ?? ''),
      ]);
      expect(removed.status).toBe(200);
      expect(
        await shop.em().execute('select 1 from password_reset_request where email = ?', [leaver.email]),
      ).toHaveLength(0);
    }
    mailer.close();
  });

  test('lets the email and the username be registered again', async () => {
    await remove(user.userId);
    const again = await shop.registerAndLogIn(user.username);
    expect(again.userId).not.toBe(user.userId);
    expect((await ownUser(user.token)).status).toBe(401);
  });
});
