import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Role, roles } from '#contract/users/users.ts';
import { auditTrail } from '../../../../testing/data/catalogue.ts';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { type LoggedIn, startTestShop } from '../../../../testing/shop/shop.ts';
import { appointOwner } from './admin-account.ts';

const shop = await startTestShop();
let admin: LoggedIn;
let owner: LoggedIn;
let support: LoggedIn;
let user: LoggedIn;

beforeAll(async () => {
  admin = await shop.admin();
  [owner, support, user] = [await shop.staff('owner'), await shop.staff('support'), await shop.newAccount()];
});
beforeEach(() => setAccount(user, 'user'));

const setAccount = ({ userId }: LoggedIn, role: Role, active = true) =>
  shop.em().execute('update user_account set role = ?, active = ? where id = ?', [role, active, userId]);
const edit = (editor: LoggedIn, { email }: LoggedIn, changes: object) =>
  shop.call('PUT', '/admin/user', { token: editor.token, body: { email, ...changes } });
const remove = (editor: LoggedIn, { userId }: LoggedIn) =>
  shop.call('DELETE', `/admin/user/${userId}`, { token: editor.token });
const removeOwn = ({ token }: LoggedIn) => shop.call('DELETE', '/user', { token, body: { password: PASSWORD } });
const read = async ({ userId }: LoggedIn) =>
  (await shop.call('GET', `/admin/user/${userId}`, { token: admin.token })).body.user;

const ownersOnly = { status: 403, body: { message: 'Only owners may do this' } };
const notAllowed = { status: 403, body: { message: "Your role doesn't allow this." } };

describe('an admin', () => {
  test('gives and takes every role but owner, which the audit trail shows', async () => {
    const others = roles.filter((role) => role !== 'owner' && role !== 'user');
    for (const role of others) {
      expect((await edit(admin, user, { role })).body.user.role).toBe(role);
      expect((await edit(admin, user, { role: 'user' })).body.user.role).toBe('user');
    }
    const changes = (await auditTrail(shop.em(), user.userId)).map((entry) => entry.changes);
    expect(changes).toEqual(
      others.flatMap((role) => [{ role: { from: 'user', to: role } }, { role: { from: role, to: 'user' } }]),
    );
  });

  test('makes no owners', async () => {
    const before = await read(user);
    expect(await edit(admin, user, { role: 'owner', city: 'Paris' })).toMatchObject(ownersOnly);
    expect(await read(user)).toEqual(before);
  });

  test.each([{ role: 'admin' }, { role: 'user' }, { status: false }, { username: 'someone else' }])(
    "can't set %j for an owner",
    async (changes) => {
      const before = await read(owner);
      expect(await edit(admin, owner, changes)).toMatchObject(ownersOnly);
      expect(await read(owner)).toEqual(before);
    },
  );

  test('deletes accounts with other roles, but not those of admins and owners', async () => {
    expect((await remove(admin, await shop.staff('orders'))).status).toBe(200);
    for (const role of ['admin', 'owner'] as const) {
      await setAccount(user, role);
      expect(await remove(admin, user)).toMatchObject({ status: 403, body: { message: 'Cannot delete admin' } });
    }
    expect((await read(user)).role).toBe('owner');
  });
});

describe('an owner', () => {
  test('makes and unmakes owners, and deactivates them', async () => {
    expect((await edit(owner, user, { role: 'owner' })).body.user.role).toBe('owner');
    expect((await edit(owner, user, { role: 'admin' })).body.user.role).toBe('admin');
    const other = await shop.staff('owner');
    expect((await edit(owner, other, { status: false })).body.user).toMatchObject({ role: 'owner', status: false });
  });

  test.each([{ role: 'admin' }, { status: false }])("can't set %j for their own account", async (changes) => {
    expect((await edit(owner, owner, changes)).status).toBe(403);
    expect(await read(owner)).toMatchObject({ role: 'owner', status: true });
  });

  test("can't delete their own account", async () => {
    expect((await removeOwn(owner)).status).toBe(403);
    expect((await read(owner)).role).toBe('owner');
  });

  test('stays, whichever of two owners that unmake each other is faster', async () => {
    const other = await shop.newAccount();
    for (let round = 0; round < 5; round++) {
      for (const each of [user, other]) await setAccount(each, 'owner');
      const responses = await Promise.all([edit(user, other, { role: 'user' }), edit(other, user, { role: 'user' })]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect([(await read(user)).role, (await read(other)).role].sort()).toEqual(['owner', 'user']);
    }
  });
});

describe('support', () => {
  test("edits and deactivates customers' accounts", async () => {
    const customer = await shop.newAccount();
    expect((await edit(support, customer, { city: 'Paris', role: 'user' })).body.user.city).toBe('Paris');
    expect((await edit(support, customer, { status: false })).body.user.status).toBe(false);
  });

  test.each(roles.filter((role) => role !== 'user'))("can't give the role %s, nor edit its accounts", async (role) => {
    expect(await edit(support, user, { role })).toMatchObject(notAllowed);
    await setAccount(user, role);
    expect(await edit(support, user, { city: 'Paris' })).toMatchObject(notAllowed);
    expect(await read(user)).toMatchObject({ role, city: '' });
  });

  test("can't change their own role, and may delete their own account", async () => {
    for (const role of ['admin', 'user']) expect((await edit(support, support, { role })).status).toBe(403);
    expect(await edit(support, support, { city: 'Paris' })).toMatchObject(notAllowed);
    expect((await removeOwn(support)).status).toBe(200);
  });
});

describe('the operator of the server', () => {
  test('makes a user an owner once, which the audit trail shows', async () => {
    expect(await appointOwner(shop.em(), user.email.toUpperCase())).toBe('appointed');
    expect(await appointOwner(shop.em(), user.email)).toBe('isOwner');
    expect((await read(user)).role).toBe('owner');
    expect((await auditTrail(shop.em(), user.userId)).at(-1)).toMatchObject({
      actor: 'Operator of the server',
      changes: { role: { from: 'user', to: 'owner' } },
    });
  });

  test('changes nothing for an inactive or unknown user', async () => {
    await setAccount(user, 'user', false);
    expect(await appointOwner(shop.em(), user.email)).toBe('inactive');
    expect(await appointOwner(shop.em(), 'nobody@example.com')).toBe('unknown');
    expect((await read(user)).role).toBe('user');
  });
});
