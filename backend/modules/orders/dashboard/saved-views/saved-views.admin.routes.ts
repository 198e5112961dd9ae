import type Router from '@koa/router';
import { editSavedViewInput, savedViewInput } from '#contract/users/saved-views.input.ts';
import { m } from '#messages';
import { describeCalls } from '../../../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopState } from '../../../../core/http/http.ts';
import { deleteSavedView, editSavedView, listSavedViews, saveView } from './saved-views.service.ts';

const api = describeCalls('Orders', {
  list: { summary: 'List your views of the orders', access: 'orders.read', scope: null, response: 'SavedViews' },
  save: {
    summary: 'Save a view of the orders',
    access: 'orders.read',
    scope: null,
    body: savedViewInput,
    response: 'SavedView',
    errors: ['conflict'],
  },
  edit: {
    summary: 'Edit a view of the orders',
    access: 'orders.read',
    scope: null,
    body: editSavedViewInput,
    response: 'SavedView',
    errors: ['conflict'],
  },
  delete: { summary: 'Delete a view of the orders', access: 'orders.read', scope: null, response: 'Done' },
});

/** An admin's own views of the orders table. */
export function savedViewsAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/order-view', api.list, async (ctx) => {
    ctx.body = { status: 'success', views: await listSavedViews(ctx.state.em, requireCaller(ctx).userId) };
  });

  router.post('/admin/order-view', api.save, async (ctx) => {
    const view = await saveView(ctx.state.em, requireCaller(ctx).userId, ctx.state.input);
    ctx.body = { status: 'success', message: m.orders.viewSaved(), view };
  });

  router.put('/admin/order-view/:id', api.edit, async (ctx) => {
    const id = pathId(ctx.params.id, m.orders.viewNotFound());
    const view = await editSavedView(ctx.state.em, requireCaller(ctx).userId, id, ctx.state.input);
    ctx.body = { status: 'success', message: m.orders.viewUpdated(), view };
  });

  router.delete('/admin/order-view/:id', api.delete, async (ctx) => {
    const id = pathId(ctx.params.id, m.orders.viewNotFound());
    await deleteSavedView(ctx.state.em, requireCaller(ctx).userId, id);
    ctx.body = { status: 'success', message: m.orders.viewDeleted() };
  });

  return router;
}
