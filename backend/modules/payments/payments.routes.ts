import { paymentInput, quoteInput } from '#contract/payments.input.ts';
import type { PaymentConfig } from '#contract/payments.ts';
import { describeCalls } from '../../core/calls.ts';
import { createRouter, pathId, requireCaller } from '../../core/http.ts';
import type { LimitStore } from '../../core/limit-store.ts';
import { limitByAddress, type RateLimit } from '../../core/rate-limit.ts';
import { ORDER_NOT_FOUND } from '../orders/orders.queries.ts';
import type { PaymentProvider } from '../provider/provider.ts';
import { preparePayment, quote, resumePayment } from './payments.service.ts';

const api = describeCalls('Payment', {
  readConfig: { summary: 'Read the settings of the card form', response: 'PaymentConfig' },
  quote: {
    summary: 'Price a cart',
    body: quoteInput,
    response: 'Quote',
    errors: ['productsMissing', 'soldOut', 'tooMany'],
  },
  prepare: {
    summary: 'Order a cart and prepare its payment',
    access: 'user',
    loginMessage: 'Have to be login.',
    body: paymentInput,
    response: 'Payment',
    errors: ['conflict', 'priceChanged', 'productsMissing', 'soldOut', 'tooMany'],
  },
  resume: {
    summary: 'Go on paying an order',
    access: 'user',
    response: 'Payment',
    errors: ['conflict', 'tooMany'],
  },
});

type Options = PaymentConfig & { provider: PaymentProvider; limits: LimitStore };

/** Every change in the checkout asks for a quote; guessing a discount code takes far more of them. */
const QUOTES: RateLimit = { most: 3000, seconds: 60 * 60 };
/** Every change of cart or currency prepares a payment; testing stolen cards takes far more of them. */
const PAYMENTS: RateLimit = { most: 300, seconds: 60 * 60 };

export function paymentsRoutes({ provider, limits, publishableKey, scriptUrl, returnUrl }: Options) {
  const router = createRouter();

  router.get('/payment/config', api.readConfig, (ctx) => {
    ctx.body = { status: 'success', publishableKey, scriptUrl, returnUrl };
  });

  router.post('/payment/quote', limitByAddress(limits, 'quote', QUOTES), api.quote, async (ctx) => {
    const input = ctx.state.input;
    ctx.body = { status: 'success', ...(await quote(ctx.state.em, ctx.state.caller?.userId ?? null, input)) };
  });

  router.post('/payment', limitByAddress(limits, 'payment', PAYMENTS), api.prepare, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const input = ctx.state.input;
    ctx.body = { status: 'success', ...(await preparePayment({ em: ctx.state.em, provider }, userId, input)) };
  });

  router.post('/orders/:id/payment', limitByAddress(limits, 'resumedPayment', PAYMENTS), api.resume, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const id = pathId(ctx.params.id, ORDER_NOT_FOUND);
    ctx.body = { status: 'success', ...(await resumePayment({ em: ctx.state.em, provider }, userId, id)) };
  });

  return router;
}
