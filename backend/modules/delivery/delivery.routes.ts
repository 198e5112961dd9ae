import type Router from '@koa/router';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, type ShopState } from '../../core/http/http.ts';
import { presentOffer } from './delivery.present.ts';
import { listActiveMethods } from './delivery.queries.ts';

const api = describeCalls('Delivery', {
  listOffers: { summary: 'List the ways of delivery', response: 'ShippingOffers' },
});

/** How the shop delivers, for shoppers. */
export function deliveryRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/shipping', api.listOffers, async (ctx) => {
    const methods = await listActiveMethods(ctx.state.em);
    ctx.body = { status: 'success', shippingMethods: methods.map(presentOffer) };
  });

  return router;
}
