import type Router from '@koa/router';
import { discountInput, editDiscountInput } from '#contract/orders/discounts.input.ts';
import { m } from '#messages';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopState } from '../../core/http/http.ts';
import { presentDiscount } from './discounts.present.ts';
import { listDiscounts } from './discounts.queries.ts';
import { addDiscount, deleteDiscount, editDiscount } from './discounts.service.ts';

const api = describeCalls('Discounts', {
  list: { summary: 'List discounts', access: 'settings.edit', response: 'Discounts' },
  add: {
    summary: 'Add a discount',
    access: 'settings.edit',
    body: discountInput,
    response: 'DiscountSaved',
    errors: ['conflict'],
  },
  edit: {
    summary: 'Edit a discount',
    access: 'settings.edit',
    body: editDiscountInput,
    response: 'DiscountSaved',
    errors: ['conflict'],
  },
  delete: { summary: 'Delete a discount', access: 'settings.edit', response: 'Done' },
});

/** Discounts, for the dashboard. */
export function discountsAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/discount', api.list, async (ctx) => {
    const discounts = await listDiscounts(ctx.state.em);
    ctx.body = { status: 'success', discounts: discounts.map(presentDiscount) };
  });

  router.post('/admin/discount', api.add, async (ctx) => {
    const discount = await addDiscount(ctx.state.em, requireCaller(ctx), ctx.state.input);
    ctx.body = { status: 'success', message: m.discounts.added(), discount: presentDiscount(discount) };
  });

  router.put('/admin/discount/:id', api.edit, async (ctx) => {
    const id = pathId(ctx.params.id, m.discounts.notFound());
    const discount = await editDiscount(ctx.state.em, requireCaller(ctx), id, ctx.state.input);
    ctx.body = { status: 'success', message: m.discounts.updated(), discount: presentDiscount(discount) };
  });

  router.delete('/admin/discount/:id', api.delete, async (ctx) => {
    await deleteDiscount(ctx.state.em, requireCaller(ctx), pathId(ctx.params.id, m.discounts.notFound()));
    ctx.body = { status: 'success', message: m.discounts.deleted() };
  });

  return router;
}
