import type Router from '@koa/router';
import { editSavedViewInput, savedViewInput } from '#contract/saved-views.input.ts';
import {
  adminOnly,
  createRouter,
  jsonBody,
  pathId,
  requireAdmin,
  type ShopState,
  validate,
} from '../../../core/http.ts';
import { deleteSavedView, editSavedView, listSavedViews, saveView, VIEW_NOT_FOUND } from './saved-views.service.ts';

/** An admin's own views of the orders table. */
export function savedViewsAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/order-view', adminOnly, async (ctx) => {
    ctx.body = { status: 'success', views: await listSavedViews(ctx.state.em, requireAdmin(ctx).userId) };
  });

  router.post('/admin/order-view', adminOnly, jsonBody, async (ctx) => {
    const input = validate(savedViewInput, ctx.request.body);
    const view = await saveView(ctx.state.em, requireAdmin(ctx).userId, input);
    ctx.body = { status: 'success', message: 'View saved', view };
  });

  router.put('/admin/order-view/:id', adminOnly, jsonBody, async (ctx) => {
    const id = pathId(ctx.params.id, VIEW_NOT_FOUND);
    const input = validate(editSavedViewInput, ctx.request.body);
    const view = await editSavedView(ctx.state.em, requireAdmin(ctx).userId, id, input);
    ctx.body = { status: 'success', message: 'View updated', view };
  });

  router.delete('/admin/order-view/:id', adminOnly, async (ctx) => {
    const id = pathId(ctx.params.id, VIEW_NOT_FOUND);
    await deleteSavedView(ctx.state.em, requireAdmin(ctx).userId, id);
    ctx.body = { status: 'success', message: 'View deleted' };
  });

  return router;
}
