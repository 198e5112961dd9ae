import type Router from '@koa/router';
import { adminUserInput } from '#contract/users/users.input.ts';
import { roles, userColumns, userStatuses } from '#contract/users/users.ts';
import { m } from '#messages';
import { readFilter, readTableQuery } from '../../../core/database/table.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, pathId, type ShopState } from '../../../core/http/http.ts';
import { choice, tableParameters } from '../../../core/http/parameters.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import type { AccountParts } from '../accounts/account.service.ts';
import { listUsers } from '../accounts/users.queries.ts';
import { deleteUser, editUser, type UserLookups, viewAdminUser, viewUsers } from './users.admin.service.ts';

const api = describeCalls('Users', {
  list: {
    summary: 'List all users',
    access: 'users.read',
    query: { ...tableParameters(userColumns), status: choice(userStatuses), role: choice(roles) },
    response: 'AdminUsers',
  },
  read: { summary: 'Read a user', access: 'users.read', scope: null, response: 'AdminUser' },
  edit: {
    summary: 'Edit a user',
    access: 'users.edit',
    isDangerous: true,
    body: adminUserInput,
    response: 'AdminUserSaved',
    errors: ['notFound', 'conflict'],
  },
  delete: {
    summary: 'Delete a user',
    access: 'users.delete',
    isDangerous: true,
    path: { avatar: { type: 'string', description: 'Ignored.' } },
    response: 'Done',
  },
});

type Options = UserLookups & { storage: Storage; account: Pick<AccountParts, 'forget'> };

/** The dashboard's users. */
export function usersAdminRoutes({ storage, account: { forget }, ...lookups }: Options): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/user', api.list, async (ctx) => {
    const query = readTableQuery(ctx, userColumns, { sort: 'added', direction: 'desc' });
    const status = readFilter(ctx, 'status', userStatuses);
    const role = readFilter(ctx, 'role', roles);
    const active = status && status === 'active';
    const { rows, total } = await listUsers(ctx.state.em, query, { active, role });
    const ids = rows.map(({ id }) => id);
    ctx.body = { status: 'success', allUsers: await viewUsers(ctx.state.em, lookups, ids), total };
  });

  router.get('/admin/user/:id', api.read, async (ctx) => {
    const id = pathId(ctx.params.id, m.users.notFound());
    ctx.body = { status: 'success', user: await viewAdminUser(ctx.state.em, lookups, id) };
  });

  router.put('/admin/user', api.edit, async (ctx) => {
    const id = await editUser(ctx.state.em, ctx.state.caller, ctx.state.input);
    const user = await viewAdminUser(ctx.state.em, lookups, id);
    ctx.body = { status: 'success', message: m.users.updated(), user };
  });

  router.delete('/admin/user/:id{/{:avatar}}', api.delete, async (ctx) => {
    const id = pathId(ctx.params.id, m.users.notFound());
    await deleteUser(ctx.state.em, { storage, forget }, ctx.state.caller, id);
    ctx.body = { status: 'success', message: m.users.deleted() };
  });

  return router;
}
