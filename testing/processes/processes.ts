import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { inject } from 'vitest';
import { type Mailbox, startMailbox } from '../../backend/local/mailbox/mailbox.ts';
import { freePort } from '../../backend/local/ports.ts';
import { createTestDatabase } from '../servers/postgres.ts';
import { startTestProvider } from '../servers/provider.ts';
import { type Ended, runProgram, type ShopProcess, startProcess } from './process.ts';

export type Processes = {
  url: string;
  databaseUrl: string;
  dataDir: string;
  mailbox: Mailbox;
  provider: Stripe;
  webhookSecret: string;
  setFaults(faults: object): Promise<void>;
  /** Starts an API, by default on the port of `url` and of this checkout, and waits until it is ready. */
  startApi(variables?: Record<string, string>, folder?: string): Promise<ShopProcess>;
  /** Starts one worker process, and waits until it is ready. Any number can run at once. */
  startWorkers(variables?: Record<string, string>, folder?: string): Promise<ShopProcess>;
  /** Runs one of its programs to the end, and collects its output. */
  run(script: string, programArguments: string[], variables?: Record<string, string>): Promise<Ended>;
  close(): Promise<void>;
};

/** The admin that each API adds when it starts. */
export const ADMIN = { email: 'admin@example.com', password: 'admin password' };

/**
 * Starts the services of a shop (payment provider, mailbox, and a migrated database unless one is given) whose own processes
 * the test starts and kills.
 */
export async function prepareProcesses(redisUrl: string | null, givenDatabase?: string): Promise<Processes> {
  const dataDir = await mkdtemp(join(tmpdir(), 'webshop-failure-'));
  const databaseUrl = givenDatabase ?? (await createTestDatabase(inject('postgresUrl')));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const provider = await startTestProvider({
    shopUrl: url,
    folder: dataDir,
    retryDelays: [50, 100, 200, 400, 800, 1600, 3200],
  });
  const mailbox = await startMailbox({ folder: join(dataDir, 'mailbox'), port: 0 });
  const running = new Set<ShopProcess>();

  const environment = {
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...(redisUrl !== null && { REDIS_URL: redisUrl }),
    ...provider.environment,
    SMTP_URL: mailbox.smtpUrl,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    OPERATOR_PASSWORD: 'operator',
  };

  const start = async (script: string, readyPort: number, variables: Record<string, string>) => {
    const started = await startProcess(script, readyPort, { ...environment, ...variables });
    running.add(started);
    return started;
  };

  return {
    url,
    databaseUrl,
    dataDir,
    mailbox,
    provider: provider.api,
    webhookSecret: provider.settings.webhookSecret,
    setFaults: provider.setFaults,
    startApi: (variables = {}, folder = '') => {
      const apiPort = variables.PORT ?? String(port);
      return start(join(folder, 'backend/main.ts'), Number(apiPort), { ...variables, PORT: apiPort });
    },
    startWorkers: async (variables = {}, folder = '') => {
      const operationsPort = variables.OPERATIONS_PORT ?? String(await freePort());
      const script = join(folder, 'workers/main.ts');
      return start(script, Number(operationsPort), { ...variables, OPERATIONS_PORT: operationsPort });
    },
    run: (script, programArguments, variables = {}) =>
      runProgram([script, ...programArguments], { PORT: String(port), ...environment, ...variables }),
    close: async () => {
      for (const process of running) await process.kill();
      await provider.close();
      await mailbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
