import type Router from '@koa/router';
import { bulkEditInput } from '#contract/bulk-edits.ts';
import { counted } from '#contract/numbers.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { pathId, requireCaller, type ShopState } from '../../../core/http/http.ts';
import { BULK_EDIT_NOT_FOUND, editProducts, undoBulkEdit } from './bulk-edits.service.ts';

const api = describeCalls('Products', {
  edit: {
    summary: 'Edit many products',
    access: 'catalogue.edit',
    body: bulkEditInput,
    response: 'BulkEdit',
    errors: ['conflict', 'editConflict'],
  },
  undo: {
    summary: 'Undo an edit of many products',
    access: 'catalogue.edit',
    response: 'BulkUndo',
    errors: ['conflict'],
  },
});

const product = { one: 'product', other: 'products' };

/** Edits of many products at once, and their undo. */
export function addBulkEditRoutes(router: Router<ShopState>): void {
  router.post('/admin/product/bulk', api.edit, async (ctx) => {
    const result = await editProducts(ctx.state.em, requireCaller(ctx), ctx.state.input);
    const message = result.changed === 0 ? 'No changes to save' : `${counted(result.changed, product)} updated`;
    ctx.body = { status: 'success', message, ...result };
  });

  router.post('/admin/product/bulk/:id/undo', api.undo, async (ctx) => {
    const result = await undoBulkEdit(ctx.state.em, requireCaller(ctx), pathId(ctx.params.id, BULK_EDIT_NOT_FOUND));
    const skipped = result.skipped.length === 0 ? '' : `. ${counted(result.skipped.length, product)} changed since`;
    ctx.body = { status: 'success', message: `${counted(result.undone, product)} restored${skipped}`, ...result };
  });
}
