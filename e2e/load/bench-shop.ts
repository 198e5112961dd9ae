import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type Stripe from 'stripe';
import { openDatabase } from '../../backend/core/database/db.ts';
import { migrate } from '../../backend/core/database/migrations.ts';
import { entities } from '../../backend/entities.ts';
import { type Child, startChild, untilReady } from '../../backend/local/child.ts';
import { startMailbox } from '../../backend/local/mailbox/mailbox.ts';
import { freePort } from '../../backend/local/ports.ts';
import { startPostgres } from '../../backend/local/postgres.ts';
import { inherited } from '../../testing/processes/process.ts';
import { withClient } from '../../testing/servers/database.ts';
import { startTestProvider } from '../../testing/servers/provider.ts';

export type BenchShop = {
  /** The address of the API. */
  url: string;
  apiPid: number;
  /** The address of the bare Koa application. */
  helloUrl: string;
  databaseUrl: string;
  /** Its data folder. */
  dataDir: string;
  /** Creates another migrated, empty database on the same server. @returns its URL */
  createDatabase(name: string): Promise<string>;
  /** The payment provider. Each payment causes a webhook, unless it drops them. */
  provider: Stripe;
  /** Does what banks do at the payment provider. */
  control(path: string, body?: object): Promise<{ id: string }>;
  setFaults(faults: object): Promise<void>;
  /** Starts another API process, on the same database unless `variables` say otherwise. */
  startApi(variables?: Record<string, string>): Promise<{ url: string; pid: number }>;
  /** Starts the real workers. */
  startWorkers(redisUrl: string | null): Promise<Pick<Child, 'pid' | 'stop'>>;
  close(): Promise<void>;
};

type Fill = (client: pg.Client) => Promise<void>;

/**
 * Starts a shop with the tables that `fill` fills, and a real API process. Workers start on demand.
 * @param variables additional ones, for all of its processes
 */
export async function startBenchShop(fill: Fill, variables: Record<string, string> = {}): Promise<BenchShop> {
  const closing = new AsyncDisposableStack();
  try {
    return { ...(await build(closing, fill, variables)), close: () => closing.disposeAsync() };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

async function build(
  closing: AsyncDisposableStack,
  fill: Fill,
  variables: Record<string, string>,
): Promise<Omit<BenchShop, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'webshop-bench-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  // With fsync, as in `make up`.
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), maxConnections: 150 });
  closing.defer(() => postgres.stop());

  const createDatabase = async (name: string) => {
    await withClient(postgres.url, (client) => client.query(`create database ${name}`));
    const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
    const database = await openDatabase({ url, entities });
    await migrate(database);
    await database.close();
    return url;
  };
  const databaseUrl = await createDatabase('large_shop');
  await withClient(databaseUrl, fill);

  const [port, helloPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const provider = await startTestProvider({ shopUrl: url, folder });
  closing.defer(() => provider.close());
  const mailbox = await startMailbox({ folder: join(folder, 'mailbox'), port: 0 });
  closing.defer(() => mailbox.close());
  const environment = {
    ...inherited,
    PUBLIC_URL: url,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    ...provider.environment,
    SMTP_URL: mailbox.smtpUrl,
    OPERATOR_PASSWORD: 'operator',
    ...variables,
  };

  // As building the image does. Compiling code while it is used would be measured, too.
  for (const script of ['backend/main.ts', 'workers/main.ts']) await compile(script, join(folder, 'logs'));
  const start = async (name: string, script: string, readyUrl: string, variables: Record<string, string>) => {
    const child = startChild({
      name,
      script,
      environment: { ...environment, ...variables },
      logFolder: join(folder, 'logs'),
    });
    closing.defer(() => child.stop());
    await untilReady(child, readyUrl);
    return child;
  };
  const api = await start('api', 'backend/main.ts', `${url}/health/ready`, { PORT: String(port) });
  const helloUrl = `http://127.0.0.1:${helloPort}`;
  await start('hello', 'e2e/load/hello.ts', helloUrl, { PORT: String(helloPort) });

  const startApi = async (variables: Record<string, string> = {}) => {
    const port = String(await freePort());
    const otherUrl = `http://127.0.0.1:${port}`;
    const { pid } = await start('another api', 'backend/main.ts', `${otherUrl}/health/ready`, {
      PORT: port,
      ...variables,
    });
    return { url: otherUrl, pid };
  };
  const startWorkers = async (redisUrl: string | null) => {
    const operationsPort = String(await freePort());
    return start('workers', 'workers/main.ts', `http://127.0.0.1:${operationsPort}/health/ready`, {
      OPERATIONS_PORT: operationsPort,
      ...(redisUrl !== null && { REDIS_URL: redisUrl }),
    });
  };
  return {
    url,
    apiPid: api.pid,
    helloUrl,
    databaseUrl,
    dataDir: folder,
    provider: provider.api,
    control: provider.control,
    setFaults: provider.setFaults,
    createDatabase,
    startApi,
    startWorkers,
  };
}

/** Adds a program to the cache of compiled code: without its variables, it only loads its modules. */
async function compile(script: string, logFolder: string): Promise<void> {
  await startChild({ name: 'compile', script, environment: inherited, logFolder }).ended;
}
