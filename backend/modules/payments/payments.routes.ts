import { paymentInput, returnInput } from '#contract/payments.input.ts';
import type { PaymentConfig } from '#contract/payments.ts';
import { createRouter, jsonBody, rawBody, requireCaller, validate } from '../../core/http.ts';
import type { Logger } from '../../core/log.ts';
import { limitByAddress, type RateLimit } from '../../core/rate-limit.ts';
import { presentOrder } from '../orders/orders.present.ts';
import { preparePayment, settleReturn } from './payments.service.ts';
import type { PaymentProvider } from './provider.ts';
import { receiveWebhook } from './webhooks.service.ts';

type Options = PaymentConfig & { provider: PaymentProvider; webhookSecret: string; log: Logger };

/** A shopper asks anew with each change of cart or currency; who tries out stolen cards asks far more often. */
const PAYMENTS: RateLimit = { most: 300, seconds: 60 * 60 };

export function paymentsRoutes({ provider, webhookSecret, log, publishableKey, scriptUrl, returnUrl }: Options) {
  const router = createRouter();

  router.get('/payment/config', (ctx) => {
    ctx.body = { status: 'success', publishableKey, scriptUrl, returnUrl };
  });

  router.post('/payment', limitByAddress(PAYMENTS), jsonBody, async (ctx) => {
    const { userId } = requireCaller(ctx, 'Have to be login.');
    const input = validate(paymentInput, ctx.request.body);
    ctx.body = { status: 'success', ...(await preparePayment({ em: ctx.state.em, provider, log }, userId, input)) };
  });

  router.post('/payment/return', jsonBody, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const { paymentIntent } = validate(returnInput, ctx.request.body);
    const order = await settleReturn({ em: ctx.state.em, provider }, userId, paymentIntent);
    ctx.body = { status: 'success', order: presentOrder(order) };
  });

  router.post('/payment/webhook', async (ctx) => {
    const signature = ctx.get('Stripe-Signature');
    const body = await rawBody(ctx);
    await receiveWebhook({ em: ctx.state.em, provider }, { rawBody: body, signature, secret: webhookSecret });
    ctx.body = { status: 'success' };
  });

  return router;
}
