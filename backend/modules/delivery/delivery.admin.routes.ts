import type Router from '@koa/router';
import { editShippingMethodInput, shippingMethodInput, taxInput } from '#contract/delivery.input.ts';
import { adminOnly, createRouter, jsonBody, pathId, requireAdmin, type ShopState, validate } from '../../core/http.ts';
import { presentMethod, presentTax } from './delivery.present.ts';
import { listMethods, taxRates } from './delivery.queries.ts';
import { addMethod, deleteMethod, editMethod, METHOD_NOT_FOUND } from './shipping-methods.service.ts';
import { replaceTaxRates } from './tax-rates.service.ts';

/** Shipping methods and VAT rates, for the dashboard. */
export function deliveryAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/shipping-method', adminOnly, async (ctx) => {
    const methods = await listMethods(ctx.state.em);
    ctx.body = { status: 'success', shippingMethods: methods.map(presentMethod) };
  });

  router.post('/admin/shipping-method', adminOnly, jsonBody, async (ctx) => {
    const input = validate(shippingMethodInput, ctx.request.body);
    const method = await addMethod(ctx.state.em, requireAdmin(ctx), input);
    ctx.body = { status: 'success', message: 'Shipping method added', shippingMethod: presentMethod(method) };
  });

  router.put('/admin/shipping-method/:id', adminOnly, jsonBody, async (ctx) => {
    const id = pathId(ctx.params.id, METHOD_NOT_FOUND);
    const input = validate(editShippingMethodInput, ctx.request.body);
    const method = await editMethod(ctx.state.em, requireAdmin(ctx), id, input);
    ctx.body = { status: 'success', message: 'Shipping method updated', shippingMethod: presentMethod(method) };
  });

  router.delete('/admin/shipping-method/:id', adminOnly, async (ctx) => {
    await deleteMethod(ctx.state.em, requireAdmin(ctx), pathId(ctx.params.id, METHOD_NOT_FOUND));
    ctx.body = { status: 'success', message: 'Shipping method deleted' };
  });

  router.get('/admin/tax', adminOnly, async (ctx) => {
    ctx.body = { status: 'success', tax: presentTax(await taxRates(ctx.state.em)) };
  });

  router.put('/admin/tax', adminOnly, jsonBody, async (ctx) => {
    await replaceTaxRates(ctx.state.em, requireAdmin(ctx), validate(taxInput, ctx.request.body));
    ctx.body = { status: 'success', message: 'VAT rates updated', tax: presentTax(await taxRates(ctx.state.em)) };
  });

  return router;
}
