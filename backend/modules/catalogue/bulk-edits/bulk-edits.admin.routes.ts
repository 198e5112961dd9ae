import type Router from '@koa/router';
import { bulkEditInput } from '#contract/bulk-edits.ts';
import { counted } from '#contract/numbers.ts';
import { adminOnly, jsonBody, pathId, requireAdmin, type ShopState, validate } from '../../../core/http.ts';
import { BULK_EDIT_NOT_FOUND, editProducts, undoBulkEdit } from './bulk-edits.service.ts';

const product = { one: 'product', other: 'products' };

/** Edits of many products at once, and their undo. */
export function addBulkEditRoutes(router: Router<ShopState>): void {
  router.post('/admin/product/bulk', adminOnly, jsonBody, async (ctx) => {
    const result = await editProducts(ctx.state.em, requireAdmin(ctx), validate(bulkEditInput, ctx.request.body));
    const message = result.changed === 0 ? 'No changes to save' : `${counted(result.changed, product)} updated`;
    ctx.body = { status: 'success', message, ...result };
  });

  router.post('/admin/product/bulk/:id/undo', adminOnly, async (ctx) => {
    const result = await undoBulkEdit(ctx.state.em, requireAdmin(ctx), pathId(ctx.params.id, BULK_EDIT_NOT_FOUND));
    const skipped = result.skipped.length === 0 ? '' : `. ${counted(result.skipped.length, product)} changed since`;
    ctx.body = { status: 'success', message: `${counted(result.undone, product)} restored${skipped}`, ...result };
  });
}
