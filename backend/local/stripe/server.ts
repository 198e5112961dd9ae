import { createServer, type ServerResponse } from 'node:http';
import Koa from 'koa';
import type { ProviderName } from '#contract/orders/payments.ts';
import { requireHost } from '../../core/http/hosts.ts';
import { closeServer, listen } from '../../core/http/listen.ts';
import type { Logger } from '../../core/observability/log.ts';
import { apiRoutes } from './api.ts';
import { controlRoutes } from './control.ts';
import { createDisputes } from './disputes.ts';
import { unrecognized } from './errors.ts';
import { createEvents } from './events.ts';
import { createFaults } from './faults.ts';
import { createPaymentMethods } from './methods.ts';
import type { Event } from './objects.ts';
import { pageRoutes } from './pages.ts';
import { createPayments } from './payments.ts';
import { plainMessage, plainRoutes } from './plain.ts';
import { createRefunds } from './refunds.ts';
import { openState } from './state.ts';
import { createWebhooks, stripeMessage } from './webhooks.ts';

export type PaymentProvider = {
  /** The base URL of the API, the script and the pages. */
  url: string;
  /** Finishes requests and webhooks in flight; the next start sends the rest. */
  close(): Promise<void>;
};

type PaymentProviderOptions = {
  /** 0 for any free port. */
  port: number;
  host?: string;
  /** SQLite file, created if missing. */
  stateFile: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  webhookUrl: string;
  /** In whose words it sends webhooks: those of Stripe by default. It understands requests in either. */
  speaks?: ProviderName;
  log: Logger;
  /** Delays between webhook attempts, in ms; the last one repeats. */
  retryDelays?: number[];
};

/** Starts the local payment provider, which charges no card. @throws Error if the port is taken */
export async function startPaymentProvider(options: PaymentProviderOptions): Promise<PaymentProvider> {
  const { port, host = '127.0.0.1', stateFile, log, secretKey, publishableKey, webhookSecret } = options;
  const state = openState(stateFile);
  const faults = createFaults();
  const messageOf = (event: Event) =>
    options.speaks === 'local' ? plainMessage(event, secretKey) : stripeMessage(event, webhookSecret);
  const webhooks = createWebhooks({ ...options, state, faults, messageOf });
  const withheld = new Set<ServerResponse>();

  const events = createEvents(state, webhooks.enqueue);
  const methods = createPaymentMethods(state);
  const payments = createPayments({ state, events, methods });
  const refunds = createRefunds({ state, events });
  const disputes = createDisputes({ state, events });
  const keys = { secretKey, publishableKey };
  const parts = { state, events, payments, refunds, disputes, faults, webhooks, keys, log, withheld };

  const app = new Koa();
  app.on('error', (error) => {
    // Exposed errors are the client's mistakes.
    if (!error.expose) log.error({ err: error }, 'request failed');
  });
  app.use(async (ctx, next) => {
    ctx.set('X-Content-Type-Options', 'nosniff');
    await next();
  });
  app.use(requireHost([host]));
  app.use(apiRoutes({ ...parts, wake: webhooks.wake }).routes());
  app.use(plainRoutes({ ...parts, wake: webhooks.wake }).routes());
  app.use(controlRoutes(parts).routes());
  app.use(pageRoutes({ ...parts, wake: webhooks.wake }).routes());
  app.use((ctx) => {
    const { status, body } = unrecognized(ctx.method, ctx.path);
    ctx.status = status;
    ctx.body = { error: body };
  });

  const server = createServer(app.callback());
  // `make up` derives the port from PORT.
  const address = await listen(server, port, host, 'PORT').catch((error: unknown) => {
    state.close();
    throw error;
  });
  webhooks.wake();
  return {
    url: `http://${host}:${address}`,
    close: async () => {
      faults.reset();
      for (const response of withheld) response.destroy();
      await closeServer(server);
      await webhooks.close();
      state.close();
    },
  };
}
