import { returnRequestInput } from '#contract/orders/returns.input.ts';
import { m } from '#messages';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, pathId, requireCaller } from '../../../core/http/http.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { presentOrderDetail } from '../orders.present.ts';
import { findOrder } from '../orders.queries.ts';
import { cancelReturn, requestReturn } from './returns.service.ts';

const api = describeCalls('Orders', {
  request: {
    summary: 'Request the return of units of one of your orders',
    access: 'user',
    body: returnRequestInput,
    response: 'OrderSaved',
    errors: ['conflict'],
  },
  cancel: { summary: 'Cancel a return', access: 'user', response: 'OrderSaved', errors: ['conflict'] },
});

/** What shoppers do with their returns. */
export function returnsRoutes({ settings }: { settings: ShopSettings }) {
  const router = createRouter();

  router.post('/orders/:id/returns', api.request, async (ctx) => {
    const { em } = ctx.state;
    const { userId } = requireCaller(ctx);
    const id = pathId(ctx.params.id, m.orders.notFound());
    const set = await settings.read(em);
    await requestReturn(em, userId, id, ctx.state.input, set);
    const order = presentOrderDetail(await findOrder(em, userId, { id }), set);
    const state = order.returns.at(-1)?.state ?? 'requested';
    ctx.body = { status: 'success', message: m.returns.nowIs({ state }), order };
  });

  router.post('/orders/:id/returns/:returnId/cancel', api.cancel, async (ctx) => {
    const { em } = ctx.state;
    const { userId } = requireCaller(ctx);
    const id = pathId(ctx.params.id, m.orders.notFound());
    await cancelReturn(em, userId, id, pathId(ctx.params.returnId, m.returns.notFound()));
    const order = presentOrderDetail(await findOrder(em, userId, { id }), await settings.read(em));
    ctx.body = { status: 'success', message: m.returns.nowIs({ state: 'canceled' }), order };
  });

  return router;
}
