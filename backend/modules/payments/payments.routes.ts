import { paymentInput, quoteInput, returnInput } from '#contract/orders/payments.input.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, rawBody, requireCaller } from '../../core/http/http.ts';
import { pageUrl } from '../../core/http/page-url.ts';
import { presentOrderDetail } from '../orders/orders.present.ts';
import { findOrder } from '../orders/orders.queries.ts';
import { checkoutDefaults } from '../orders/placing/checkout-defaults.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import type { VatService } from '../vat/vies.ts';
import { preparePayment, quote, resumePayment } from './preparing/payments.service.ts';
import type { PaymentProvider } from './provider/port.ts';
import { signatureHeaders } from './provider/providers.ts';
import { cancelOwnOrder } from './refunds/cancellation.service.ts';
import { settleReturn } from './settlement/settlement.service.ts';
import { receiveWebhook } from './webhooks/webhooks.service.ts';

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
    loginMessage: m.payments.logIn,
    quota: 'payment',
    body: paymentInput,
    response: 'Payment',
    errors: ['conflict', 'priceChanged', 'productsMissing', 'soldOut', 'textsChanged'],
  },
  resume: {
    summary: 'Go on paying an order',
    access: 'user',
    quota: 'payment',
    response: 'Payment',
    errors: ['conflict'],
  },
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
    rawBody: 'An event of the payment provider.',
    headers: Object.fromEntries(signatureHeaders.map((name) => [name, { type: 'string' }])),
    response: 'Success',
  },
});

type Options = {
  provider: PaymentProvider;
  publicUrl: string;
  settings: ShopSettings;
  vies: VatService;
  orderExpirySeconds: number;
};

/** What shoppers and the provider do with payments. */
export function paymentsRoutes({ provider, publicUrl, settings, vies, orderExpirySeconds }: Options) {
  const router = createRouter();
  const expiry = orderExpirySeconds * 1000;

  router.get('/payment/config', api.readConfig, (ctx) => {
    ctx.body = { status: 'success', ...provider.browser.config, returnUrl: pageUrl(publicUrl, pagePatterns.order) };
  });

  router.get('/payment/defaults', api.readDefaults, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const { em } = ctx.state;
    const { country } = (await settings.read(em)).address;
    ctx.body = { status: 'success', ...(await checkoutDefaults(em, userId, country)) };
  });

  router.post('/payment/quote', api.quote, async (ctx) => {
    const { em, caller, input } = ctx.state;
    ctx.body = { status: 'success', ...(await quote({ em, settings, vies }, caller?.userId ?? null, input)) };
  });

  router.post('/payment', api.prepare, async (ctx) => {
    const { em, input } = ctx.state;
    const { userId } = requireCaller(ctx);
    const deps = { em, provider, settings, vies };
    ctx.body = { status: 'success', ...(await preparePayment(deps, userId, input, expiry)) };
  });

  router.post('/orders/:id/payment', api.resume, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const id = pathId(ctx.params.id, m.orders.notFound());
    const deps = { em: ctx.state.em, provider, settings };
    ctx.body = { status: 'success', ...(await resumePayment(deps, userId, id, expiry)) };
  });

  router.post('/payment/return', api.return, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const { paymentIntent } = ctx.state.input;
    const order = await settleReturn({ em: ctx.state.em, provider, settings }, userId, paymentIntent);
    ctx.body = { status: 'success', order: presentOrderDetail(order, await settings.read(ctx.state.em)) };
  });

  router.post('/orders/:id/cancel', api.cancel, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const id = pathId(ctx.params.id, m.orders.notFound());
    const { em } = ctx.state;
    await cancelOwnOrder({ em, provider, settings }, userId, id);
    const order = presentOrderDetail(await findOrder(em, userId, { id }), await settings.read(em));
    ctx.body = {
      status: 'success',
      message: m.orders.nowIs({ number: String(order.number), state: 'canceled' }),
      order,
    };
  });

  router.post('/payment/webhook', api.receiveWebhook, async (ctx) => {
    await receiveWebhook({ em: ctx.state.em, provider }, await rawBody(ctx), ctx.headers);
    ctx.body = { status: 'success' };
  });

  return router;
}
