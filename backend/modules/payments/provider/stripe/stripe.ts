import type Stripe from 'stripe';
import type { PaymentProvider, ProviderInBrowser } from '../port.ts';
import { openStripe } from './client.ts';
import { listEvents, opensDispute, readWebhook } from './events.ts';
import { examine } from './examination.ts';
import { cancelPayment, createBarePayment, createPayment, findPayment } from './payments.ts';
import { createRefund, listRefunds } from './refunds.ts';
import type { StripeSettings } from './settings.ts';
import { openWallets } from './wallets.ts';

/** https://docs.stripe.com. `make up` has a stand-in that speaks its API. */
export function stripeProvider(settings: StripeSettings, stripe: Stripe = openStripe(settings)): PaymentProvider {
  return {
    createPayment: (order) => createPayment(stripe, order),
    createBarePayment: (bare) => createBarePayment(stripe, bare),
    findPayment: (id) => findPayment(stripe, id),
    cancelPayment: (id) => cancelPayment(stripe, id),
    createRefund: (refund) => createRefund(stripe, refund),
    listRefunds: (paymentId) => listRefunds(stripe, paymentId),
    listEvents: (from, until) => listEvents(stripe, from, until),
    readWebhook: (rawBody, headers) => readWebhook(stripe, settings.webhookSecret, rawBody, headers),
    opensDispute,
    // A stand-in has none.
    wallets: settings.apiUrl === null ? openWallets(stripe) : null,
    browser: inBrowser(settings),
    examine: (shop) => examine(stripe, settings, shop),
  };
}

/** For Stripe's origins see https://docs.stripe.com/security/guide#content-security-policy */
function inBrowser({ publishableKey, scriptUrl }: StripeSettings): ProviderInBrowser {
  const config = { provider: 'stripe', publishableKey, scriptUrl, apiUrl: null } as const;
  if (scriptUrl !== null) {
    const { origin } = new URL(scriptUrl);
    return { config, origins: [origin], walletOrigin: origin };
  }
  const script = 'https://js.stripe.com';
  const origins = [script, 'https://*.js.stripe.com', 'https://hooks.stripe.com', 'https://api.stripe.com'];
  return { config, origins, walletOrigin: script };
}
