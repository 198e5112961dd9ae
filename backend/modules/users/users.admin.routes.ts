import type Router from '@koa/router';
import { adminUserInput } from '#contract/users.input.ts';
import { roles, userColumns, userStatuses } from '#contract/users.ts';
import { adminOnly, createRouter, jsonBody, pathId, requireAdmin, type ShopState, validate } from '../../core/http.ts';
import type { Storage } from '../../core/storage.ts';
import { readFilter, readTableQuery } from '../../core/table.ts';
import { deleteUser, editUser, getAdminUser, type UserLookups, viewUsers } from './users.admin.service.ts';
import { listUsers } from './users.queries.ts';
import { USER_NOT_FOUND } from './users.service.ts';

type Options = UserLookups & { storage: Storage };

/** The dashboard's users. */
export function usersAdminRoutes({ storage, ...lookups }: Options): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/user', adminOnly, async (ctx) => {
    const query = readTableQuery(ctx, userColumns, { sort: 'added', direction: 'desc' });
    const status = readFilter(ctx, 'status', userStatuses);
    const role = readFilter(ctx, 'role', roles);
    const active = status && status === 'active';
    const { rows, total } = await listUsers(ctx.state.em, query, { active, role });
    ctx.body = { status: 'success', allUsers: await viewUsers(ctx.state.em, lookups, rows), total };
  });

  router.get('/admin/user/:id', adminOnly, async (ctx) => {
    const id = pathId(ctx.params.id, USER_NOT_FOUND);
    const [user] = await viewUsers(ctx.state.em, lookups, [await getAdminUser(ctx.state.em, { id })]);
    ctx.body = { status: 'success', user };
  });

  router.put('/admin/user', adminOnly, jsonBody, async (ctx) => {
    const input = validate(adminUserInput, ctx.request.body);
    await editUser(ctx.state.em, requireAdmin(ctx), input);
    const [user] = await viewUsers(ctx.state.em, lookups, [await getAdminUser(ctx.state.em, { email: input.email })]);
    ctx.body = { status: 'success', message: 'User updated', user };
  });

  router.delete('/admin/user/:id{/{:avatar}}', adminOnly, async (ctx) => {
    const id = pathId(ctx.params.id, USER_NOT_FOUND);
    await deleteUser(ctx.state.em, storage, requireAdmin(ctx), id);
    ctx.body = { status: 'success', message: 'User deleted' };
  });

  return router;
}
