import { returnInput } from '#contract/payments.input.ts';
import { createRouter, jsonBody, pathId, rawBody, requireCaller, validate } from '../../core/http.ts';
import { presentOrder, presentOrderDetail } from '../orders/orders.present.ts';
import { findOrderDetail, ORDER_NOT_FOUND } from '../orders/orders.queries.ts';
import type { PaymentProvider } from '../provider/provider.ts';
import { cancelOwnOrder } from './cancellation.service.ts';
import { settleReturn } from './settlement.service.ts';
import { receiveWebhook } from './webhooks.service.ts';

/** Settles payments when a shopper returns from the provider, and by webhook, and cancels orders for their shoppers. */
export function settlementRoutes({ provider, webhookSecret }: { provider: PaymentProvider; webhookSecret: string }) {
  const router = createRouter();

  router.post('/payment/return', jsonBody, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const { paymentIntent } = validate(returnInput, ctx.request.body);
    const order = await settleReturn({ em: ctx.state.em, provider }, userId, paymentIntent);
    ctx.body = { status: 'success', order: presentOrder(order) };
  });

  router.post('/orders/:id/cancel', async (ctx) => {
    const { userId } = requireCaller(ctx);
    const id = pathId(ctx.params.id, ORDER_NOT_FOUND);
    await cancelOwnOrder({ em: ctx.state.em, provider }, userId, id);
    const order = presentOrderDetail(await findOrderDetail(ctx.state.em, userId, id));
    ctx.body = { status: 'success', message: `Order ${order.number} is canceled`, order };
  });

  router.post('/payment/webhook', async (ctx) => {
    const signature = ctx.get('Stripe-Signature');
    const body = await rawBody(ctx);
    await receiveWebhook({ em: ctx.state.em, provider }, { rawBody: body, signature, secret: webhookSecret });
    ctx.body = { status: 'success' };
  });

  return router;
}
