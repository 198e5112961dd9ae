import { m } from '#messages';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, requireCaller } from '../../core/http/http.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import { presentOrder, presentOrderDetail } from './orders.present.ts';
import { findOrder, listOrders } from './orders.queries.ts';

const api = describeCalls('Orders', {
  list: { summary: 'List your orders', access: 'user', response: 'Orders' },
  read: { summary: 'Read one of your orders', access: 'user', response: 'Order' },
});

/** The shopper's own orders. */
export function ordersRoutes({ settings }: { settings: ShopSettings }) {
  const router = createRouter();

  router.get('/orders', api.list, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const orders = await listOrders(ctx.state.em, userId);
    ctx.body = { status: 'success', orders: orders.map(presentOrder) };
  });

  router.get('/orders/:id', api.read, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const id = pathId(ctx.params.id, m.orders.notFound());
    const { em } = ctx.state;
    const order = presentOrderDetail(await findOrder(em, userId, { id }), await settings.read(em));
    ctx.body = { status: 'success', order };
  });

  return router;
}
