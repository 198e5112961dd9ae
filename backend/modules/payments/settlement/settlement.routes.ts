import { returnInput } from '#contract/payments.input.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, pathId, rawBody, requireCaller } from '../../../core/http/http.ts';
import { presentOrder, presentOrderDetail } from '../../orders/orders.present.ts';
import { findOrder, ORDER_NOT_FOUND } from '../../orders/orders.queries.ts';
import type { PaymentProvider } from '../provider/provider.ts';
import { cancelOwnOrder } from '../refunds/cancellation.service.ts';
import { receiveWebhook } from '../webhooks/webhooks.service.ts';
import { settleReturn } from './settlement.service.ts';

const api = describeCalls('Payment', {
  return: {
    summary: 'Read the order of a payment after returning from the provider',
    access: 'user',
    body: returnInput,
    response: 'OrderReturned',
    errors: ['notFound'],
  },
  cancel: { summary: 'Cancel one of your orders', access: 'user', response: 'OrderSaved', errors: ['conflict'] },
  receiveWebhook: {
    summary: 'Receive an event of the payment provider',
    rawBody: 'An event of Stripe.',
    headers: { 'Stripe-Signature': { type: 'string' } },
    response: 'Success',
  },
});

/** Settles payments when a shopper returns from the provider, and by webhook, and cancels orders for their shoppers. */
export function settlementRoutes({ provider, webhookSecret }: { provider: PaymentProvider; webhookSecret: string }) {
  const router = createRouter();

  router.post('/payment/return', api.return, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const { paymentIntent } = ctx.state.input;
    const order = await settleReturn({ em: ctx.state.em, provider }, userId, paymentIntent);
    ctx.body = { status: 'success', order: presentOrder(order) };
  });

  router.post('/orders/:id/cancel', api.cancel, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const id = pathId(ctx.params.id, ORDER_NOT_FOUND);
    await cancelOwnOrder({ em: ctx.state.em, provider }, userId, id);
    const order = presentOrderDetail(await findOrder(ctx.state.em, userId, { id }));
    ctx.body = { status: 'success', message: `Order ${order.number} is canceled`, order };
  });

  router.post('/payment/webhook', api.receiveWebhook, async (ctx) => {
    const signature = ctx.get('Stripe-Signature');
    const body = await rawBody(ctx);
    await receiveWebhook({ em: ctx.state.em, provider }, { rawBody: body, signature, secret: webhookSecret });
    ctx.body = { status: 'success' };
  });

  return router;
}
