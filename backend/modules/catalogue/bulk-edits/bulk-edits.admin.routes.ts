import type Router from '@koa/router';
import { bulkEditInput } from '#contract/catalogue/bulk-edits.ts';
import { m } from '#messages';
import { describeCalls } from '../../../core/http/calls.ts';
import { pathId, requireCaller, type ShopState } from '../../../core/http/http.ts';
import { editProducts, undoBulkEdit } from './bulk-edits.service.ts';

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

/** Edits of many products at once, and their undo. */
export function addBulkEditRoutes(router: Router<ShopState>): void {
  router.post('/admin/product/bulk', api.edit, async (ctx) => {
    const result = await editProducts(ctx.state.em, requireCaller(ctx), ctx.state.input);
    const { changed } = result;
    const message = changed === 0 ? m.catalogue.noChanges() : m.catalogue.productsUpdated({ count: changed });
    ctx.body = { status: 'success', message, ...result };
  });

  router.post('/admin/product/bulk/:id/undo', api.undo, async (ctx) => {
    const result = await undoBulkEdit(
      ctx.state.em,
      requireCaller(ctx),
      pathId(ctx.params.id, m.catalogue.bulkEditNotFound()),
    );
    const message = m.catalogue.productsRestored({ undone: result.undone, skipped: result.skipped.length });
    ctx.body = { status: 'success', message, ...result };
  });
}
