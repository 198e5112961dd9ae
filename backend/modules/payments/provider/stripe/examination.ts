import type Stripe from 'stripe';
import { reasonOf } from '../../../../core/errors.ts';
import type { Examination, PaymentProvider } from '../port.ts';
import { EVENT_TYPES } from './events.ts';
import type { StripeSettings } from './settings.ts';

type Finding = Examination['findings'][number];
type Shop = Parameters<PaymentProvider['examine']>[0];

/** Whether the keys fit, and webhooks arrive. @throws Error if the key is refused, or Stripe can't be reached */
export async function examine(stripe: Stripe, settings: StripeSettings, shop: Shop): Promise<Examination> {
  try {
    const { lastResponse } = await stripe.paymentIntents.list({ limit: 1 });
    const { date } = lastResponse.headers;
    const findings = [checkMode(settings, shop.publicUrl), await checkWebhook(stripe, shop.webhookUrl)];
    return { findings, time: date === undefined ? null : Date.parse(date) };
  } catch (error) {
    throw new Error(`${reasonOf(error)}: check STRIPE_SECRET_KEY and the way to the provider`, { cause: error });
  }
}

/** https://docs.stripe.com/keys */
function checkMode({ secretKey, publishableKey }: StripeSettings, publicUrl: string): Finding {
  const isLive = secretKey.includes('_live_');
  if (isLive !== publishableKey.includes('_live_')) {
    return problem('one key of Stripe is live and the other one is not: copy both in the same mode');
  }
  if (!isLive) return ok('the key is valid, in test mode: nothing is charged');
  if (publicUrl.startsWith('https:')) return ok('the key is valid, in live mode');
  return problem(`live keys, but PUBLIC_URL is ${publicUrl}: use https, or the keys of test mode`);
}

/** Stand-ins have no such list, and restricted keys may not read it. */
async function checkWebhook(stripe: Stripe, url: string): Promise<Finding> {
  let endpoint: Stripe.WebhookEndpoint | undefined;
  try {
    const endpoints = await stripe.webhookEndpoints.list({ limit: 100 });
    endpoint = endpoints.data.find((each) => each.url === url && each.status === 'enabled');
  } catch (error) {
    return { state: 'unknown', text: `whether webhooks arrive, as they can't be listed: ${reasonOf(error)}` };
  }
  if (endpoint === undefined) return problem(`no enabled webhook: add ${url} in Stripe's dashboard`);
  const { enabled_events: enabled } = endpoint;
  const missing = enabled.includes('*') ? [] : EVENT_TYPES.filter((type) => !enabled.includes(type));
  if (missing.length === 0) return ok(`a webhook is registered for ${url}`);
  return problem(`the webhook lacks events: add ${missing.join(', ')} in Stripe's dashboard`);
}

function ok(text: string): Finding {
  return { state: 'ok', text };
}

function problem(text: string): Finding {
  return { state: 'problem', text };
}
