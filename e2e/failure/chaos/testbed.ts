import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { type Database, openDatabase } from '../../../backend/core/database/db.ts';
import { migrate } from '../../../backend/core/database/migrations.ts';
import { openStorage } from '../../../backend/core/storage/open-storage.ts';
import type { Storage } from '../../../backend/core/storage/storage.ts';
import { entities } from '../../../backend/entities.ts';
import { type Mailbox, startMailbox } from '../../../backend/local/mailbox/mailbox.ts';
import { freePort } from '../../../backend/local/ports.ts';
import type { PaymentProvider } from '../../../backend/modules/payments/provider/port.ts';
import { startTestProvider } from '../../../testing/servers/provider.ts';
import { type NetworkProxy, startProxy } from '../../../testing/servers/proxy.ts';
import { startRedis, type TestRedis } from '../../../testing/servers/redis.ts';
import { isSwiftInstalled, s3Variables, startS3, type TestS3 } from '../../../testing/servers/s3.ts';
import { type CrashablePostgres, startCrashablePostgres } from './crashable-postgres.ts';
import { type Disk, mountDisk } from './disk.ts';
import { type Endpoints, startEndpoints } from './endpoints.ts';
import { type MailNetwork, startMailNetwork } from './mail-network.ts';
import type { Random } from './random.ts';
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts';

/** Where the queues are: in PostgreSQL, as on one machine, or in Redis, as on many. */
export type Backend = 'postgres' | 'redis';

/** Processes of each kind. */
const INSTANCES: Record<Backend, number> = { postgres: 2, redis: 3 };

/** An API or worker process, with its own network to each server. */
export type Instance = { process: SupervisedProcess; postgres: NetworkProxy; redis: NetworkProxy | null };

export type Testbed = {
  backend: Backend;
  /** The address of the proxy in front of the APIs. */
  url: string;
  /** Holds all files of this run. */
  folder: string;
  postgres: CrashablePostgres;
  redis: TestRedis | null;
  /** Null if the files are on a disk. */
  s3: TestS3 | null;
  apis: Instance[];
  workers: Instance[];
  mailbox: Mailbox;
  mailNetwork: MailNetwork;
  disk: Disk;
  storage: Storage;
  provider: Stripe;
  /** The same as the shop uses it. */
  payments: PaymentProvider;
  /** Does what banks do at the provider. */
  control(path: string, body?: object): Promise<{ id: string }>;
  setProviderFaults(faults: object): Promise<void>;
  /** Closes the provider. @returns the file with its state */
  closeProvider(): Promise<string>;
  /** The suite's own connection, which no network fault affects. */
  database: Database;
  databaseUrl: string;
  redisUrl: string | null;
  admin: { email: string; password: string };
  /** Merchants' tools, which are told of events. */
  endpoints: Endpoints;
  stopShop(): Promise<void>;
  /** Stops everything. `keepFolder` keeps the data: database, Redis' file, pictures, mails, payments, logs. */
  close: Close;
};

type Close = (options: { keepFolder: boolean }) => Promise<void>;

/** Enough for several thousand small pictures. */
const UPLOADS_MEGABYTES = 96;
const POSTGRES_MEGABYTES = 3072;
const ADMIN = { email: 'admin@example.com', password: 'admin password' };
/** Milliseconds; a real provider waits minutes or hours. */
const WEBHOOK_RETRIES = [100, 250, 500, 1000, 2000];

/** Testbeds to close if the suite is interrupted. */
const openTestbeds = new Set<Close>();

/** Closes all testbeds that are still open. */
export const closeTestbeds: Close = async (options) => {
  for (const close of openTestbeds) await close(options);
};

/**
 * Starts a shop with several APIs and workers, and its services behind proxies that can inject faults. With the queues in Redis,
 * its files are in an object store, if one is installed.
 */
export async function startTestbed(backend: Backend, random: Random): Promise<Testbed & { defects: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'webshop-chaos-'));
  const closing = new AsyncDisposableStack();
  let isKept = false;
  closing.defer(() => (isKept ? undefined : rm(folder, { recursive: true, force: true })));
  let closed: Promise<void> | null = null;
  // A second caller, such as the run that Ctrl-C interrupts, waits for the same promise.
  const close: Close = ({ keepFolder }) => {
    isKept ||= keepFolder;
    closed ??= closing.disposeAsync().finally(() => openTestbeds.delete(close));
    return closed;
  };
  openTestbeds.add(close);
  const openDisk = async (name: string, megabytes: number) => {
    const disk = await mountDisk(join(folder, name), megabytes);
    closing.defer(() => (isKept ? disk.keep() : disk.remove()));
    return disk;
  };
  const disk = await openDisk('data', UPLOADS_MEGABYTES);
  // In memory, so that recovery is fast. Writes survive the crash of a process, as they do on a disk.
  const postgresDisk = await openDisk('postgres', POSTGRES_MEGABYTES);
  const postgres = await startCrashablePostgres(postgresDisk.path);
  closing.defer(() => postgres.stop());
  const redisPort = await freePort();
  const redisFolder = join(folder, 'redis');
  await mkdir(redisFolder);
  const redis = backend === 'redis' ? await startRedis(redisPort, redisFolder) : null;
  if (redis) closing.defer(() => redis.kill());
  const s3 = backend === 'redis' && isSwiftInstalled ? await startS3() : null;
  if (s3) closing.defer(() => s3.remove());
  const bucket = s3 && (await s3.newBucket());

  const openNetwork = async (targets: () => number[]) => {
    const proxy = await startProxy({ targets });
    closing.defer(() => proxy.close());
    return proxy;
  };
  const toPostgres = () => openNetwork(() => [postgres.port()]);
  const toRedis = () => openNetwork(() => [redisPort]);

  const defects: string[] = [];
  const apis: Instance[] = [];
  const workers: Instance[] = [];
  let turn = 0;
  // Round robin with failover, like a load balancer.
  const front = await openNetwork(() => {
    turn += 1;
    const ports = apis.map(({ process }) => process.port()).filter((port) => port !== null);
    return ports.map((_, index) => ports[(index + turn) % ports.length] ?? 0);
  });
  const url = `http://127.0.0.1:${front.port}`;

  const provider = await startTestProvider({ shopUrl: url, folder, retryDelays: WEBHOOK_RETRIES });
  let isProviderOpen = true;
  const closeProvider = async () => {
    if (isProviderOpen) await provider.close();
    isProviderOpen = false;
    return provider.stateFile;
  };
  closing.defer(async () => void (await closeProvider()));
  const mailbox = await startMailbox({ folder: join(folder, 'mailbox'), port: 0 });
  closing.defer(() => mailbox.close());
  const mailNetwork = await startMailNetwork(Number(new URL(mailbox.smtpUrl).port));
  closing.defer(() => mailNetwork.close());

  const endpoints = await startEndpoints(random);
  closing.defer(() => endpoints.close());

  const own = await toPostgres();
  const databaseUrl = withPort(postgres.url(), own.port);
  const database = await openDatabase({ url: databaseUrl, entities, poolSize: 5 });
  closing.defer(() => database.close());
  await migrate(database);

  const addInstance = async (kind: 'api' | 'workers', number: number): Promise<Instance> => {
    const [networkToPostgres, networkToRedis] = [await toPostgres(), redis ? await toRedis() : null];
    const process = superviseProcess({
      name: `${kind} ${number}`,
      script: kind === 'api' ? 'backend/main.ts' : 'workers/main.ts',
      portVariable: kind === 'api' ? 'PORT' : 'OPERATIONS_PORT',
      environment: {
        PUBLIC_URL: url,
        DATA_DIR: disk.path,
        ...(bucket && s3Variables(bucket)),
        DATABASE_URL: withPort(postgres.url(), networkToPostgres.port),
        ...(networkToRedis && { REDIS_URL: `redis://127.0.0.1:${networkToRedis.port}` }),
        ...provider.environment,
        SMTP_URL: `smtp://127.0.0.1:${mailNetwork.port}`,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        OPERATOR_PASSWORD: 'operator',
      },
      reportDefect: (defect) => defects.push(defect),
    });
    closing.defer(() => process.stop());
    return { process, postgres: networkToPostgres, redis: networkToRedis };
  };
  for (let number = 1; number <= INSTANCES[backend]; number += 1) {
    apis.push(await addInstance('api', number));
    workers.push(await addInstance('workers', number));
  }
  const instances = [...apis, ...workers];
  await Promise.all(instances.map(({ process }) => process.start()));

  return {
    defects,
    backend,
    url,
    folder,
    postgres,
    redis,
    s3,
    apis,
    workers,
    mailbox,
    mailNetwork,
    disk,
    storage: await openStorage({ dataDir: disk.path, s3: bucket }),
    provider: provider.api,
    payments: provider.ports.stripe,
    control: provider.control,
    setProviderFaults: provider.setFaults,
    closeProvider,
    database,
    databaseUrl,
    redisUrl: redis ? `redis://127.0.0.1:${redisPort}` : null,
    admin: ADMIN,
    endpoints,
    stopShop: async () => {
      await Promise.all(instances.map(({ process }) => process.stop()));
    },
    close,
  };
}

function withPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}
