import type Router from '@koa/router';
import { refundInput } from '#contract/orders/orders.input.ts';
import { refundReturnInput } from '#contract/orders/returns.input.ts';
import { m } from '#messages';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, idempotencyKey, pathId, requireCaller, type ShopState } from '../../../core/http/http.ts';
import { repeatable } from '../../../core/http/parameters.ts';
import { findAnyOrder } from '../../orders/dashboard/orders.admin.queries.ts';
import { presentAdminOrder, presentAdminOrderDetail } from '../../orders/orders.present.ts';
import { findReturn } from '../../orders/returns/returns.queries.ts';
import { refundOrder } from '../refunds/refunds.service.ts';
import { refundReturn } from '../refunds/return-refunds.service.ts';
import { checkOrder } from './reconciliation.service.ts';
import type { SettlementDeps } from './settlement.service.ts';

const api = describeCalls('Orders', {
  // Without a body, the rest is refunded.
  refund: {
    summary: 'Refund an order, or a part of it',
    access: 'orders.refund',
    isDangerous: true,
    headers: repeatable,
    body: refundInput,
    isBodyOptional: true,
    response: 'AdminOrderSaved',
    errors: ['conflict'],
  },
  refundReturn: {
    summary: 'Refund a return whose goods came back',
    access: 'orders.refund',
    isDangerous: true,
    headers: repeatable,
    body: refundReturnInput,
    response: 'ReturnSaved',
    errors: ['conflict'],
  },
  check: {
    summary: 'Check the payment of an order',
    access: 'orders.check',
    response: 'AdminOrderChecked',
    errors: ['conflict'],
  },
});

/** The dashboard's refunds and payment checks. */
export function settlementAdminRoutes(deps: Omit<SettlementDeps, 'em'>): Router<ShopState> {
  const router = createRouter();

  router.post('/admin/order/:id/refund', api.refund, async (ctx) => {
    const id = pathId(ctx.params.id, m.orders.notFound());
    const done = await refundOrder({ em: ctx.state.em, ...deps }, requireCaller(ctx), id, {
      input: ctx.state.input,
      key: idempotencyKey(ctx),
    });
    const { em } = ctx.state;
    const order = presentAdminOrderDetail(await findAnyOrder(em, id), await deps.settings.read(em));
    const message = order.state === 'refunded' ? m.payments.refunded() : m.payments.partlyRefunded();
    ctx.body = { status: 'success', message: done === 'restocked' ? m.payments.restocked() : message, order };
  });

  router.post('/admin/return/:id/refund', api.refundReturn, async (ctx) => {
    const { em, input } = ctx.state;
    const id = pathId(ctx.params.id, m.returns.notFound());
    await refundReturn({ em, ...deps }, requireCaller(ctx), id, { input, key: idempotencyKey(ctx) });
    const goods = await findReturn(em, id);
    const order = presentAdminOrderDetail(await findAnyOrder(em, goods.orderId), await deps.settings.read(em));
    ctx.body = { status: 'success', message: m.returns.nowIs({ state: goods.state }), return: goods, order };
  });

  router.post('/admin/order/:id/check', api.check, async (ctx) => {
    const id = pathId(ctx.params.id, m.orders.notFound());
    await checkOrder({ em: ctx.state.em, ...deps }, requireCaller(ctx), id);
    const order = presentAdminOrder(await findAnyOrder(ctx.state.em, id));
    ctx.body = {
      status: 'success',
      message: m.orders.nowIs({ number: String(order.number), state: order.state }),
      order,
    };
  });

  return router;
}
