import type Router from '@koa/router';
import { editShippingMethodInput, shippingMethodInput, taxInput } from '#contract/orders/delivery.input.ts';
import { m } from '#messages';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopState } from '../../core/http/http.ts';
import { presentMethod } from './delivery.present.ts';
import { listMethods, readTax } from './delivery.queries.ts';
import { addMethod, deleteMethod, editMethod } from './shipping-methods.service.ts';
import { replaceTaxRates } from './tax-rates.service.ts';

const api = describeCalls('Delivery', {
  listMethods: { summary: 'List shipping methods', access: 'settings.edit', response: 'ShippingMethods' },
  addMethod: {
    summary: 'Add a shipping method',
    access: 'settings.edit',
    body: shippingMethodInput,
    response: 'ShippingMethodSaved',
    errors: ['conflict'],
  },
  editMethod: {
    summary: 'Edit a shipping method',
    access: 'settings.edit',
    body: editShippingMethodInput,
    response: 'ShippingMethodSaved',
    errors: ['conflict'],
  },
  deleteMethod: {
    summary: 'Delete a shipping method',
    access: 'settings.edit',
    response: 'Done',
    errors: ['conflict'],
  },
  readTax: { summary: 'Read the VAT rates', access: 'settings.edit', response: 'Tax' },
  replaceTax: { summary: 'Replace the VAT rates', access: 'settings.edit', body: taxInput, response: 'TaxSaved' },
});

/** Shipping methods and VAT rates, for the dashboard. */
export function deliveryAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/shipping-method', api.listMethods, async (ctx) => {
    const methods = await listMethods(ctx.state.em);
    ctx.body = { status: 'success', shippingMethods: methods.map(presentMethod) };
  });

  router.post('/admin/shipping-method', api.addMethod, async (ctx) => {
    const method = await addMethod(ctx.state.em, requireCaller(ctx), ctx.state.input);
    ctx.body = { status: 'success', message: m.delivery.methodAdded(), shippingMethod: presentMethod(method) };
  });

  router.put('/admin/shipping-method/:id', api.editMethod, async (ctx) => {
    const id = pathId(ctx.params.id, m.delivery.methodNotFound());
    const method = await editMethod(ctx.state.em, requireCaller(ctx), id, ctx.state.input);
    ctx.body = { status: 'success', message: m.delivery.methodUpdated(), shippingMethod: presentMethod(method) };
  });

  router.delete('/admin/shipping-method/:id', api.deleteMethod, async (ctx) => {
    await deleteMethod(ctx.state.em, requireCaller(ctx), pathId(ctx.params.id, m.delivery.methodNotFound()));
    ctx.body = { status: 'success', message: m.delivery.methodDeleted() };
  });

  router.get('/admin/tax', api.readTax, async (ctx) => {
    ctx.body = { status: 'success', tax: await readTax(ctx.state.em) };
  });

  router.put('/admin/tax', api.replaceTax, async (ctx) => {
    await replaceTaxRates(ctx.state.em, requireCaller(ctx), ctx.state.input);
    ctx.body = { status: 'success', message: m.delivery.ratesUpdated(), tax: await readTax(ctx.state.em) };
  });

  return router;
}
