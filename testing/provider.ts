import { join } from 'node:path';
import { pino } from 'pino';
import { startPaymentProvider } from '../backend/local/stripe/server.ts';
import { openPaymentProvider } from '../backend/modules/payments/provider/provider.ts';

const KEYS = { secretKey: 'sk_test_shop', publishableKey: 'pk_test_shop', webhookSecret: 'whsec_shop' };

type Options = {
  shopUrl: string;
  /** The folder for its state. */
  folder: string;
  /** Delays between attempts of a webhook, in ms. */
  retryDelays?: number[];
};

/** Starts a local payment provider for the shop at `shopUrl`. */
export async function startTestProvider({ shopUrl, folder, retryDelays }: Options) {
  const stateFile = join(folder, 'payments.sqlite');
  const { url, close } = await startPaymentProvider({
    port: 0,
    stateFile,
    webhookUrl: `${shopUrl}/api/v1/payment/webhook`,
    log: pino({ level: 'silent' }),
    ...(retryDelays && { retryDelays }),
    ...KEYS,
  });
  const stripe = { ...KEYS, apiUrl: url, scriptUrl: `${url}/stripe.js` };
  return {
    url,
    /** The shop's configuration. */
    stripe,
    /** The same as environment variables. */
    environment: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.apiUrl,
      STRIPE_SCRIPT_URL: stripe.scriptUrl,
    },
    /** Its API, for use by the test itself. */
    api: openPaymentProvider(stripe),
    stateFile,
    /** Sets its faults; {} clears them. */
    setFaults: async (faults: object) => {
      await control(url, stripe.secretKey, 'faults', faults);
    },
    /** Does what banks do, such as `refunds/ID/fail`. @returns what it changed */
    control: (path: string, body: object = {}) => control(url, stripe.secretKey, path, body),
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
