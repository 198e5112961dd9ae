import { join } from 'node:path';
import { pino } from 'pino';
import type { ProviderName } from '#contract/orders/payments.ts';
import { startPaymentProvider } from '../../backend/local/stripe/server.ts';
import { localProvider } from '../../backend/modules/payments/provider/local/local.ts';
import { openStripe } from '../../backend/modules/payments/provider/stripe/client.ts';
import { stripeProvider } from '../../backend/modules/payments/provider/stripe/stripe.ts';

const KEYS = { secretKey: 'sk_test_shop', publishableKey: 'pk_test_shop', webhookSecret: 'whsec_shop' };

/** The settings of a shop that never asks the provider. */
export const noStripe = {
  provider: 'stripe',
  secretKey: 'sk_test_none',
  publishableKey: '',
  webhookSecret: '',
  apiUrl: null,
  scriptUrl: null,
} as const;

type Options = {
  shopUrl: string;
  /** The folder for its state. */
  folder: string;
  /** Delays between attempts of a webhook, in ms. */
  retryDelays?: number[];
  /** In whose words it speaks to the shop. */
  speaks?: ProviderName;
};

/** Starts a local payment provider for the shop at `shopUrl`. */
export async function startTestProvider({ shopUrl, folder, retryDelays, speaks = 'stripe' }: Options) {
  const stateFile = join(folder, 'payments.sqlite');
  const { url, close } = await startPaymentProvider({
    port: 0,
    stateFile,
    webhookUrl: `${shopUrl}/api/v1/payment/webhook`,
    log: pino({ level: 'silent' }),
    speaks,
    ...(retryDelays && { retryDelays }),
    ...KEYS,
  });
  const settings = { provider: 'stripe' as const, ...KEYS, apiUrl: url, scriptUrl: `${url}/stripe.js` };
  return {
    url,
    /** The shop's provider in each of its words. */
    ports: {
      stripe: stripeProvider(settings),
      local: localProvider({ apiUrl: `${url}/local`, key: settings.secretKey }),
    },
    /** The shop's configuration. */
    settings,
    /** The same as environment variables. */
    environment: {
      STRIPE_SECRET_KEY: settings.secretKey,
      STRIPE_PUBLISHABLE_KEY: settings.publishableKey,
      STRIPE_WEBHOOK_SECRET: settings.webhookSecret,
      STRIPE_API_URL: settings.apiUrl,
      STRIPE_SCRIPT_URL: settings.scriptUrl,
    },
    /** Stripe's library for it, for use by the test itself. */
    api: openStripe(settings),
    stateFile,
    /** Sets its faults; {} clears them. */
    setFaults: async (faults: object) => {
      await control(url, settings.secretKey, 'faults', faults);
    },
    /** Does what banks do, such as `refunds/ID/fail`. @returns what it changed */
    control: (path: string, body: object = {}) => control(url, settings.secretKey, path, body),
    close,
  };
}

async function control(providerUrl: string, secretKey: string, path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(`${providerUrl}/control/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secretKey}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The provider rejected ${path}: ${await response.text()}`);
  return (await response.json()) as { id: string };
}
