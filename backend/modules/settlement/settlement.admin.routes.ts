import type Router from '@koa/router';
import { adminOnly, createRouter, pathId, requireAdmin, type ShopState } from '../../core/http.ts';
import { findAnyOrder } from '../orders/orders.admin.queries.ts';
import { presentAdminOrder } from '../orders/orders.present.ts';
import { ORDER_NOT_FOUND } from '../orders/orders.queries.ts';
import type { PaymentProvider } from '../provider/provider.ts';
import { checkOrder, refundOrder } from './settlement.admin.service.ts';

/** The dashboard's refunds and payment checks. */
export function settlementAdminRoutes({ provider }: { provider: PaymentProvider }): Router<ShopState> {
  const router = createRouter();

  router.post('/admin/order/:id/refund', adminOnly, async (ctx) => {
    const id = pathId(ctx.params.id, ORDER_NOT_FOUND);
    await refundOrder({ em: ctx.state.em, provider }, requireAdmin(ctx), id);
    const order = presentAdminOrder(await findAnyOrder(ctx.state.em, id));
    const message = order.state === 'refunded' ? 'Order refunded' : 'Refund in progress';
    ctx.body = { status: 'success', message, order };
  });

  router.post('/admin/order/:id/check', adminOnly, async (ctx) => {
    const id = pathId(ctx.params.id, ORDER_NOT_FOUND);
    await checkOrder({ em: ctx.state.em, provider }, requireAdmin(ctx), id);
    const order = presentAdminOrder(await findAnyOrder(ctx.state.em, id));
    ctx.body = { status: 'success', message: `Order ${order.number} is ${order.state}`, order };
  });

  return router;
}
