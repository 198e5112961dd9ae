import type Stripe from 'stripe';
import type { Config, StripeConfig } from '../../config.ts';
import { reasonOf } from '../../core/errors.ts';
import { EVENT_TYPES } from '../../modules/payments/provider/events.ts';
import { openPaymentProvider, type PaymentProvider } from '../../modules/payments/provider/provider.ts';
import { compareClocks } from './clock.ts';
import { type Finding, ok, problem, unknown } from './finding.ts';

const WEBHOOK_PATH = '/api/v1/payment/webhook';

export async function checkProvider({ stripe, publicUrl }: Config): Promise<Finding[]> {
  if (stripe === null) return [ok('Payments: a local provider that charges nothing, which starts with `make up`')];
  const provider = openPaymentProvider(stripe);
  const before = Date.now();
  try {
    const { lastResponse } = await provider.paymentIntents.list({ limit: 1 });
    const { date } = lastResponse.headers;
    return [
      checkMode(stripe, publicUrl),
      await checkWebhook(provider, publicUrl),
      date === undefined
        ? unknown('The clock of the payment provider: it does not send the time')
        : compareClocks('of the payment provider', Date.parse(date), before, Date.now()),
    ];
  } catch (error) {
    return [problem(`Payments: ${reasonOf(error)}: check STRIPE_SECRET_KEY and the way to the provider`)];
  }
}

/** https://docs.stripe.com/keys */
function checkMode({ secretKey, publishableKey }: StripeConfig, publicUrl: string): Finding {
  const isLive = secretKey.includes('_live_');
  if (isLive !== publishableKey.includes('_live_')) {
    return problem('Payments: one key of Stripe is live and the other one is not: copy both in the same mode');
  }
  if (!isLive) return ok('Payments: the key is valid, in test mode: nothing is charged');
  if (publicUrl.startsWith('https:')) return ok('Payments: the key is valid, in live mode');
  return problem(`Payments: live keys, but PUBLIC_URL is ${publicUrl}: use https, or the keys of test mode`);
}

/** Stand-ins have no such list, and restricted keys may not read it. */
async function checkWebhook(provider: PaymentProvider, publicUrl: string): Promise<Finding> {
  const url = publicUrl + WEBHOOK_PATH;
  let endpoint: Stripe.WebhookEndpoint | undefined;
  try {
    const endpoints = await provider.webhookEndpoints.list({ limit: 100 });
    endpoint = endpoints.data.find((each) => each.url === url && each.status === 'enabled');
  } catch (error) {
    return unknown(`Payments: whether webhooks arrive, as they can't be listed: ${reasonOf(error)}`);
  }
  if (endpoint === undefined) return problem(`Payments: no enabled webhook: add ${url} in Stripe's dashboard`);
  const { enabled_events: enabled } = endpoint;
  const missing = enabled.includes('*') ? [] : EVENT_TYPES.filter((type) => !enabled.includes(type));
  if (missing.length === 0) return ok(`Payments: a webhook is registered for ${url}`);
  return problem(`Payments: the webhook lacks events: add ${missing.join(', ')} in Stripe's dashboard`);
}
