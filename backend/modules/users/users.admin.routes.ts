import type Router from '@koa/router';
import { adminUserInput } from '#contract/users.input.ts';
import { roles, userColumns, userStatuses } from '#contract/users.ts';
import { adminOnly, createRouter, jsonBody, pathId, requireAdmin, type ShopState, validate } from '../../core/http.ts';
import type { Storage } from '../../core/storage.ts';
import { readFilter, readTableQuery } from '../../core/table.ts';
import { deleteUser, editUser, findAdminUser, listUsers } from './users.admin.service.ts';
import { presentAdminUser } from './users.present.ts';
import { NO_SUCH_USER } from './users.service.ts';

/** The dashboard's users. */
export function usersAdminRoutes({ storage }: { storage: Storage }): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/user', adminOnly, async (ctx) => {
    const query = readTableQuery(ctx, userColumns, { sort: 'added', direction: 'desc' });
    const status = readFilter(ctx, 'status', userStatuses);
    const role = readFilter(ctx, 'role', roles);
    const active = status && status === 'active';
    const { rows, total } = await listUsers(ctx.state.em, query, { active, role });
    ctx.body = { status: 'success', allUsers: rows.map(presentAdminUser), total };
  });

  router.get('/admin/user/:id', adminOnly, async (ctx) => {
    const id = pathId(ctx.params.id, NO_SUCH_USER);
    ctx.body = { status: 'success', user: presentAdminUser(await findAdminUser(ctx.state.em, { id })) };
  });

  router.put('/admin/user', adminOnly, jsonBody, async (ctx) => {
    const input = validate(adminUserInput, ctx.request.body);
    await editUser(ctx.state.em, requireAdmin(ctx), input);
    const user = presentAdminUser(await findAdminUser(ctx.state.em, { email: input.email }));
    ctx.body = { status: 'success', message: 'User has been changed', user };
  });

  router.delete('/admin/user/:id{/{:avatar}}', adminOnly, async (ctx) => {
    const id = pathId(ctx.params.id, NO_SUCH_USER);
    await deleteUser(ctx.state.em, storage, requireAdmin(ctx), id);
    ctx.body = { status: 'success', message: 'User has been deleted' };
  });

  return router;
}
