import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type Stripe from 'stripe';
import { inject } from 'vitest';
import { type Mailbox, startMailbox } from '../backend/local/mailbox/mailbox.ts';
import { freePort } from '../backend/local/ports.ts';
import { startPaymentProvider } from '../backend/local/stripe/server.ts';
import { openPaymentProvider } from '../backend/modules/provider/provider.ts';
import { setProviderFaults } from './faults.ts';
import { createTestDatabase } from './postgres.ts';
import { type ShopProcess, startProcess } from './process.ts';

export type Processes = {
  url: string;
  databaseUrl: string;
  mailbox: Mailbox;
  provider: Stripe;
  setFaults(faults: object): Promise<void>;
  /** Starts the API, and waits until it is ready. */
  startApi(variables?: Record<string, string>): Promise<ShopProcess>;
  /** Starts one worker process, and waits until it is ready. Any number can run at once. */
  startWorkers(): Promise<ShopProcess>;
  close(): Promise<void>;
};

const SECRETS = { secretKey: 'sk_test_failure', publishableKey: 'pk_test_failure', webhookSecret: 'whsec_failure' };

/** Starts the services of a shop (database, payment provider, mailbox) whose own processes the test starts and kills. */
export async function prepareProcesses(redisUrl: string | null): Promise<Processes> {
  const dataDir = await mkdtemp(join(tmpdir(), 'webshop-failure-'));
  const databaseUrl = await createTestDatabase(inject('postgresUrl'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const provider = await startPaymentProvider({
    port: 0,
    stateFile: join(dataDir, 'payments.sqlite'),
    webhookUrl: `${url}/api/v1/payment/webhook`,
    log: pino({ level: 'silent' }),
    retryDelays: [50, 100, 200, 400, 800, 1600, 3200],
    ...SECRETS,
  });
  const mailbox = await startMailbox({ folder: join(dataDir, 'mailbox'), port: 0 });
  const running = new Set<ShopProcess>();

  const start = async (script: string, readyPort: number, variables: Record<string, string>) => {
    const started = await startProcess(script, readyPort, {
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ...(redisUrl !== null && { REDIS_URL: redisUrl }),
      STRIPE_SECRET_KEY: SECRETS.secretKey,
      STRIPE_PUBLISHABLE_KEY: SECRETS.publishableKey,
      STRIPE_WEBHOOK_SECRET: SECRETS.webhookSecret,
      STRIPE_API_URL: provider.url,
      STRIPE_SCRIPT_URL: `${provider.url}/stripe.js`,
      SMTP_URL: mailbox.smtpUrl,
      OPERATOR_PASSWORD: 'operator',
      ...variables,
    });
    running.add(started);
    return started;
  };

  return {
    url,
    databaseUrl,
    mailbox,
    provider: openPaymentProvider({ secretKey: SECRETS.secretKey, apiUrl: provider.url }),
    setFaults: (faults) => setProviderFaults(provider.url, SECRETS.secretKey, faults),
    startApi: (variables = {}) => start('backend/main.ts', port, { PORT: String(port), ...variables }),
    startWorkers: async () => {
      const operationsPort = await freePort();
      return start('workers/main.ts', operationsPort, { OPERATIONS_PORT: String(operationsPort) });
    },
    close: async () => {
      for (const process of running) await process.kill();
      await provider.close();
      await mailbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
