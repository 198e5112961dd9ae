import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addProduct, auditTrail } from '../../../../testing/data/catalogue.ts';
import { addPastOrder } from '../../../../testing/data/past-orders.ts';
import { filesIn } from '../../../../testing/data/pictures.ts';
import { type LoggedIn, startTestShop } from '../../../../testing/shop/shop.ts';
import { createMailer } from '../../../core/mail/mailer.ts';
import { readUpload, uploadKey } from '../../pictures/uploads.ts';
import { sendPasswordReset } from '../passwords/password-reset.email.ts';
import { requestPasswordReset } from '../passwords/passwords.service.ts';

const shop = await startTestShop();
let admin: LoggedIn;
let user: LoggedIn;

beforeAll(async () => {
  admin = await shop.admin();
});
beforeEach(async () => {
  user = await shop.newAccount();
});

const remove = (path: string) => shop.call('DELETE', `/admin/user/${path}`, { token: admin.token });
const promote = (email: string) =>
  shop.call('PUT', '/admin/user', { token: admin.token, body: { email, role: 'admin' } });
const read = async (id: string) => (await shop.call('GET', `/admin/user/${id}`, { token: admin.token })).body.user;
const ownUser = (token: string) => shop.call('GET', '/user/getSingleUser', { token });
const entriesOn = (subjectId: string) => auditTrail(shop.em(), subjectId);

describe('deleting a user', () => {
  test.each(['', '/', '/undefined', '/..%2f..%2fetc%2fpasswd', '/%zz', '/me.jpg'])(
    'works once, with %j after the id',
    async (avatar) => {
      expect(await remove(user.userId + avatar)).toMatchObject({ status: 200, body: { status: 'success' } });
      expect((await remove(user.userId + avatar)).status).toBe(404);
      expect((await ownUser(user.token)).status).toBe(401);
      expect(await entriesOn(user.userId)).toEqual([
        { actor: 'admin', action: 'user.deleted', subjectName: user.username, changes: {} },
      ]);
    },
  );

  test('keeps comments with the name, and ratings and orders without the user', async () => {
    const productId = await addProduct(shop.em(), shop.storage);
    await shop.call('PATCH', '/products/single', { token: user.token, body: { productId, productRate: 4 } });
    await shop.call('POST', '/comment', { token: user.token, body: { productId, content: 'Mine' } });
    const { id: orderId } = await addPastOrder(shop.em(), { state: 'pending', userId: user.userId });
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

  test("removes the user's avatar and waiting upload, and no other files", async () => {
    const bytes = Buffer.from('picture');
    const [avatar, upload, others] = [randomUUID(), randomUUID(), randomUUID()];
    const published = [`${avatar}.jpg`, `${avatar}-320.webp`, `${others}.jpg`];
    for (const name of published) await shop.storage.put(`uploads/users/${name}`, bytes);
    await shop.storage.put(uploadKey(upload), bytes);
    await shop.em().execute(
      `insert into picture (id, owner_kind, owner_id, state, extension, replaces_id)
       values (?, 'user', ?, 'ready', '.jpg', null), (?, 'user', ?, 'waiting', '.jpg', ?)`,
      [avatar, user.userId, upload, user.userId, avatar],
    );
    expect((await remove(`${user.userId}/${others}.jpg`)).status).toBe(200);
    expect(await filesIn(shop.storage, 'uploads/users')).toEqual([`${others}.jpg`]);
    expect(await readUpload(shop.storage, upload)).toBeNull();
  });

  test('is rejected for admins, including the caller and a user who is being promoted', async () => {
    const other = await shop.newAccount();
    await promote(other.email);
    for (const { userId } of [other, admin]) {
      expect(await remove(`${userId}/x`)).toMatchObject({ status: 403, body: { message: 'Cannot delete admin' } });
    }
    for (let round = 0; round < 5; round++) {
      const racer = await shop.newAccount();
      const [removed, promoted] = await Promise.all([remove(racer.userId), promote(racer.email)]);
      const statuses = [removed.status, promoted.status];
      expect([
        [200, 404],
        [403, 200],
      ]).toContainEqual(statuses);
    }
  });

  test('happens once, even with concurrent requests', async () => {
    const responses = await Promise.all([remove(user.userId), remove(user.userId)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await entriesOn(user.userId)).toHaveLength(1);
  });

  test("doesn't deadlock with the job that emails a reset link", async () => {
    const mailer = createMailer(shop.mailbox.smtpUrl, shop.url);
    for (let round = 0; round < 8; round++) {
      const leaver = await shop.newAccount();
      await requestPasswordReset(shop.em(), leaver.email);
      const [request] = await shop
        .em()
        .execute<{ id: string }[]>('select id from password_reset_request where email = ?', [leaver.email]);
      const [removed] = await Promise.all([
        remove(leaver.userId),
        sendPasswordReset({ em: shop.em(), mailer, publicUrl: shop.url }, { requestId: request?.id ?? '' }),
      ]);
      expect(removed.status).toBe(200);
      expect(
        await shop.em().execute('select 1 from password_reset_request where email = ?', [leaver.email]),
      ).toHaveLength(0);
    }
    mailer.close();
  });

  test('frees the email and the username', async () => {
    await remove(user.userId);
    const again = await shop.newAccount(user.username);
    expect(again.userId).not.toBe(user.userId);
    expect((await ownUser(user.token)).status).toBe(401);
  });

  test.each(['x', '00000000-0000-7000-8000-000000000000'])('responds 404 for user %s', async (id) => {
    expect((await remove(`${id}/x`)).status).toBe(404);
  });
});
