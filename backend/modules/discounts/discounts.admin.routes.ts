import type Router from '@koa/router';
import { discountInput, editDiscountInput } from '#contract/discounts.input.ts';
import { adminOnly, createRouter, jsonBody, pathId, requireAdmin, type ShopState, validate } from '../../core/http.ts';
import { presentDiscount } from './discounts.present.ts';
import { listDiscounts } from './discounts.queries.ts';
import { addDiscount, DISCOUNT_NOT_FOUND, deleteDiscount, editDiscount } from './discounts.service.ts';

/** Discounts, for the dashboard. */
export function discountsAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/discount', adminOnly, async (ctx) => {
    const discounts = await listDiscounts(ctx.state.em);
    ctx.body = { status: 'success', discounts: discounts.map(presentDiscount) };
  });

  router.post('/admin/discount', adminOnly, jsonBody, async (ctx) => {
    const input = validate(discountInput, ctx.request.body);
    const discount = await addDiscount(ctx.state.em, requireAdmin(ctx), input);
    ctx.body = { status: 'success', message: 'Discount added', discount: presentDiscount(discount) };
  });

  router.put('/admin/discount/:id', adminOnly, jsonBody, async (ctx) => {
    const id = pathId(ctx.params.id, DISCOUNT_NOT_FOUND);
    const input = validate(editDiscountInput, ctx.request.body);
    const discount = await editDiscount(ctx.state.em, requireAdmin(ctx), id, input);
    ctx.body = { status: 'success', message: 'Discount updated', discount: presentDiscount(discount) };
  });

  router.delete('/admin/discount/:id', adminOnly, async (ctx) => {
    await deleteDiscount(ctx.state.em, requireAdmin(ctx), pathId(ctx.params.id, DISCOUNT_NOT_FOUND));
    ctx.body = { status: 'success', message: 'Discount deleted' };
  });

  return router;
}
