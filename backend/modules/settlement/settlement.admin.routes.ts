import type Router from '@koa/router';
import { refundInput } from '#contract/orders.input.ts';
import {
  adminOnly,
  createRouter,
  idempotencyKey,
  jsonBody,
  pathId,
  requireAdmin,
  type ShopState,
  validate,
} from '../../core/http.ts';
import { findAnyOrder, findAnyOrderDetail } from '../orders/orders.admin.queries.ts';
import { presentAdminOrder, presentAdminOrderDetail } from '../orders/orders.present.ts';
import { ORDER_NOT_FOUND } from '../orders/orders.queries.ts';
import type { PaymentProvider } from '../provider/provider.ts';
import { checkOrder, refundOrder } from './settlement.admin.service.ts';

/** The dashboard's refunds and payment checks. */
export function settlementAdminRoutes({ provider }: { provider: PaymentProvider }): Router<ShopState> {
  const router = createRouter();

  // Without a body, the rest is refunded.
  router.post('/admin/order/:id/refund', adminOnly, jsonBody, async (ctx) => {
    const id = pathId(ctx.params.id, ORDER_NOT_FOUND);
    const input = ctx.request.body === undefined ? null : validate(refundInput, ctx.request.body);
    await refundOrder({ em: ctx.state.em, provider }, requireAdmin(ctx), id, { input, key: idempotencyKey(ctx) });
    const order = presentAdminOrderDetail(await findAnyOrderDetail(ctx.state.em, id));
    const message = order.state === 'refunded' ? 'Order refunded' : 'Order partly refunded';
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
