import { m } from '#messages';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, requireCaller } from '../../core/http/http.ts';
import { presentOrder, presentOrderDetail } from './orders.present.ts';
import { findOrder, listOrders } from './orders.queries.ts';

const api = describeCalls('Orders', {
  list: { summary: 'List your orders', access: 'user', response: 'Orders' },
  read: { summary: 'Read one of your orders', access: 'user', response: 'Order' },
});

/** The shopper's own orders. */
export function ordersRoutes() {
  const router = createRouter();

  router.get('/orders', api.list, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const orders = await listOrders(ctx.state.em, userId);
    ctx.body = { status: 'success', orders: orders.map(presentOrder) };
  });

  router.get('/orders/:id', api.read, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const id = pathId(ctx.params.id, m.orders.notFound());
    ctx.body = { status: 'success', order: presentOrderDetail(await findOrder(ctx.state.em, userId, { id })) };
  });

  return router;
}
