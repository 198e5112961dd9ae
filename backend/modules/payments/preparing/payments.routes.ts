import { paymentInput, quoteInput } from '#contract/payments.input.ts';
import type { PaymentConfig } from '#contract/payments.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, pathId, requireCaller } from '../../../core/http/http.ts';
import { ORDER_NOT_FOUND } from '../../orders/orders.queries.ts';
import { checkoutDefaults } from '../../orders/placing/checkout-defaults.ts';
import type { PaymentProvider } from '../provider/provider.ts';
import { preparePayment, quote, resumePayment } from './payments.service.ts';

const api = describeCalls('Payment', {
  readConfig: { summary: 'Read the settings of the card form', response: 'PaymentConfig' },
  readDefaults: { summary: 'Read what a checkout starts with', access: 'user', response: 'CheckoutDefaults' },
  quote: {
    summary: 'Price a cart',
    quota: 'quote',
    body: quoteInput,
    response: 'Quote',
    errors: ['productsMissing', 'soldOut'],
  },
  prepare: {
    summary: 'Order a cart and prepare its payment',
    access: 'user',
    loginMessage: 'Have to be login.',
    quota: 'payment',
    body: paymentInput,
    response: 'Payment',
    errors: ['conflict', 'priceChanged', 'productsMissing', 'soldOut'],
  },
  resume: {
    summary: 'Go on paying an order',
    access: 'user',
    quota: 'payment',
    response: 'Payment',
    errors: ['conflict'],
  },
});

type Options = PaymentConfig & { provider: PaymentProvider; shopCountry: string | null };

export function paymentsRoutes({ provider, publishableKey, scriptUrl, returnUrl, shopCountry }: Options) {
  const router = createRouter();

  router.get('/payment/config', api.readConfig, (ctx) => {
    ctx.body = { status: 'success', publishableKey, scriptUrl, returnUrl };
  });

  router.get('/payment/defaults', api.readDefaults, async (ctx) => {
    const { userId } = requireCaller(ctx);
    ctx.body = { status: 'success', ...(await checkoutDefaults(ctx.state.em, userId, shopCountry)) };
  });

  router.post('/payment/quote', api.quote, async (ctx) => {
    const { em, caller, input } = ctx.state;
    ctx.body = { status: 'success', ...(await quote(em, caller?.userId ?? null, input)) };
  });

  router.post('/payment', api.prepare, async (ctx) => {
    const { em, input } = ctx.state;
    const { userId } = requireCaller(ctx);
    ctx.body = { status: 'success', ...(await preparePayment({ em, provider }, userId, input)) };
  });

  router.post('/orders/:id/payment', api.resume, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const id = pathId(ctx.params.id, ORDER_NOT_FOUND);
    ctx.body = { status: 'success', ...(await resumePayment({ em: ctx.state.em, provider }, userId, id)) };
  });

  return router;
}
