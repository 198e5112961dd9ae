import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { closeServer, listen } from '../../core/http/listen.ts';
import { createLog } from '../../core/observability/log.ts';
import { type PaymentProvider, startPaymentProvider } from './server.ts';

export const KEYS = {
  secretKey: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  publishableKey: 'pk_test_TYooMQauvdEDq54NiTphI7jx',
  webhookSecret: 'whsec_for_tests',
};

/** A delivered webhook. */
export type Received = { event: Stripe.Event; payload: string; signature: string };

/** Starts a provider and a fake shop that receives its webhooks. */
export async function startTestProvider() {
  const folder = await mkdtemp(join(tmpdir(), 'payment-provider-'));
  const received: Received[] = [];
  /** The shop's response status to a webhook; tests replace it. */
  const shop = { respond: (_event: Stripe.Event): number => 200 };

  const server = createServer(async (request, response) => {
    const payload = await text(request);
    const event: Stripe.Event = JSON.parse(payload);
    received.push({ event, payload, signature: String(request.headers['stripe-signature']) });
    response.writeHead(shop.respond(event)).end();
  });
  const webhookUrl = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1', 'the shop')}/webhook`;
  const options = {
    ...KEYS,
    port: 0,
    stateFile: join(folder, 'payments.sqlite'),
    webhookUrl,
    log: createLog('payment provider', 'silent'),
    retryDelays: [20, 40, 80],
  };

  let provider: PaymentProvider = await startPaymentProvider(options);
  return {
    shop,
    received,
    options,
    get url(): string {
      return provider.url;
    },

    /** The Stripe SDK, without retries. */
    stripe(secretKey = KEYS.secretKey): Stripe {
      return openStripe(provider.url, secretKey);
    },

    async restart(): Promise<void> {
      await provider.close();
      provider = await startPaymentProvider(options);
    },

    setFaults(faults: object): Promise<Response> {
      return this.control('faults', faults);
    },

    control(path: string, body: object = {}): Promise<Response> {
      return fetch(`${provider.url}/control/${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${KEYS.secretKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    },

    async close(): Promise<void> {
      await provider.close();
      await closeServer(server);
      await rm(folder, { recursive: true });
    },
  };
}

export type TestProvider = Awaited<ReturnType<typeof startTestProvider>>;

/** @param timeout of a request, in ms */
export function openStripe(url: string, secretKey: string, timeout = 10_000): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    timeout,
  });
}
