import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type Stripe from 'stripe';
import { type Database, migrate, openDatabase } from '../../../backend/core/db.ts';
import { createStorage } from '../../../backend/core/file-storage.ts';
import type { Storage } from '../../../backend/core/storage.ts';
import { entities } from '../../../backend/entities.ts';
import { type Mailbox, startMailbox } from '../../../backend/local/mailbox/mailbox.ts';
import { freePort } from '../../../backend/local/ports.ts';
import { startPaymentProvider } from '../../../backend/local/stripe/server.ts';
import { openPaymentProvider } from '../../../backend/modules/provider/provider.ts';
import { setProviderFaults } from '../../../testing/faults.ts';
import { type NetworkProxy, startProxy } from '../../../testing/proxy.ts';
import { startRedis, type TestRedis } from '../../../testing/redis.ts';
import { type CrashablePostgres, startCrashablePostgres } from './crashable-postgres.ts';
import { type Disk, mountDisk } from './disk.ts';
import { type Berth, createBerth } from './fleet.ts';
import { type MailNetwork, startMailNetwork } from './mail-network.ts';

export type Backend = 'postgres' | 'redis';

/** One process of the shop, and the stretches of network that it alone uses. */
export type Member = { berth: Berth; postgres: NetworkProxy; redis: NetworkProxy | null };

export type Surroundings = {
  backend: Backend;
  /** Where the shop is, whichever of its APIs answers. */
  url: string;
  /** Where everything of this run lies. */
  folder: string;
  postgres: CrashablePostgres;
  redis: TestRedis | null;
  apis: Member[];
  workers: Member[];
  mailbox: Mailbox;
  mailFolder: string;
  mailNetwork: MailNetwork;
  disk: Disk;
  storage: Storage;
  provider: Stripe;
  setProviderFaults(faults: object): Promise<void>;
  /** The file with everything that the provider knows, once it has closed. */
  closeProvider(): Promise<string>;
  /** The suite's own view of the database, past the broken network. */
  database: Database;
  databaseUrl: string;
  redisUrl: string | null;
  admin: { email: string; password: string };
  stopShop(): Promise<void>;
  /** Ends everything. With `keepFolder` its data stays: the stopped database, Redis' file, pictures, mails, payments, logs. */
  close: Close;
};

type Close = (options: { keepFolder: boolean }) => Promise<void>;

const SECRETS = { secretKey: 'sk_test_chaos', publishableKey: 'pk_test_chaos', webhookSecret: 'whsec_chaos' };
/** Room for some thousand small pictures. */
const UPLOADS_MEGABYTES = 96;
const POSTGRES_MEGABYTES = 3072;
const ADMIN = { email: 'admin@example.com', password: 'admin password' };
/** Milliseconds; a real provider's are minutes, and nobody wants to wait for them. */
const WEBHOOK_RETRIES = [100, 250, 500, 1000, 2000];

/** What has to be closed should the suite be ended before its time. */
const unclosed = new Set<Close>();

/** Ends everything that was started and is not closed yet. */
export const closeSurroundings: Close = async (options) => {
  for (const close of unclosed) await close(options);
};

/** Starts everything that a shop stands on, each part where the suite can break it, and two APIs and two workers on it. */
export async function startSurroundings(backend: Backend): Promise<Surroundings & { defects: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'webshop-chaos-'));
  const closing: ((keepFolder: boolean) => Promise<unknown> | unknown)[] = [];
  closing.push((keepFolder) => keepFolder || rm(folder, { recursive: true, force: true }));
  let closed: Promise<void> | null = null;
  const closeAll = async (keepFolder: boolean) => {
    const failures: unknown[] = [];
    for (const step of closing.splice(0).reverse()) {
      try {
        await step(keepFolder);
      } catch (error) {
        failures.push(error);
      }
    }
    unclosed.delete(close);
    if (failures.length > 0) throw new AggregateError(failures, `Not everything in ${folder} could be ended`);
  };
  // Whoever asks second, as after Ctrl-C the run that it broke off, waits for the same end.
  const close: Close = ({ keepFolder }) => {
    closed ??= closeAll(keepFolder);
    return closed;
  };
  unclosed.add(close);
  const openDisk = async (name: string, megabytes: number) => {
    const disk = await mountDisk(join(folder, name), megabytes);
    closing.push((keepFolder) => (keepFolder ? disk.keep() : disk.remove()));
    return disk;
  };
  const disk = await openDisk('data', UPLOADS_MEGABYTES);
  // In memory, a recovery takes no longer than it must; what a process that dies has written stays there as well.
  const postgresDisk = await openDisk('postgres', POSTGRES_MEGABYTES);
  const postgres = await startCrashablePostgres(postgresDisk.path);
  closing.push(() => postgres.stop());
  const redisPort = await freePort();
  const redisFolder = join(folder, 'redis');
  await mkdir(redisFolder);
  const redis = backend === 'redis' ? await startRedis(redisPort, redisFolder) : null;
  if (redis) closing.push(() => redis.kill());

  const openNetwork = async (targets: () => number[]) => {
    const proxy = await startProxy({ targets });
    closing.push(() => proxy.close());
    return proxy;
  };
  const toPostgres = () => openNetwork(() => [postgres.port()]);
  const toRedis = () => openNetwork(() => [redisPort]);

  const defects: string[] = [];
  const apis: Member[] = [];
  const workers: Member[] = [];
  let turn = 0;
  // Takes turns, and what one API refuses is for the other, as a load balancer has it.
  const front = await openNetwork(() => {
    turn += 1;
    const ports = apis.map(({ berth }) => berth.port()).filter((port) => port !== null);
    return ports.map((_, index) => ports[(index + turn) % ports.length] ?? 0);
  });
  const url = `http://127.0.0.1:${front.port}`;

  const stateFile = join(folder, 'payments.sqlite');
  const providerServer = await startPaymentProvider({
    port: 0,
    stateFile,
    webhookUrl: `${url}/api/v1/payment/webhook`,
    log: pino({ level: 'silent' }),
    retryDelays: WEBHOOK_RETRIES,
    ...SECRETS,
  });
  let isProviderOpen = true;
  const closeProvider = async () => {
    if (isProviderOpen) await providerServer.close();
    isProviderOpen = false;
    return stateFile;
  };
  closing.push(closeProvider);
  const mailFolder = join(folder, 'mailbox');
  const mailbox = await startMailbox({ folder: mailFolder, port: 0 });
  closing.push(() => mailbox.close());
  const mailNetwork = await startMailNetwork(Number(new URL(mailbox.smtpUrl).port));
  closing.push(() => mailNetwork.close());

  const own = await toPostgres();
  const databaseUrl = withPort(postgres.url(), own.port);
  const database = await openDatabase({ url: databaseUrl, entities, poolSize: 5 });
  closing.push(() => database.close());
  await migrate(database);

  const addMember = async (kind: 'api' | 'workers', number: number): Promise<Member> => {
    const [networkToPostgres, networkToRedis] = [await toPostgres(), redis ? await toRedis() : null];
    const berth = createBerth({
      name: `${kind} ${number}`,
      script: kind === 'api' ? 'backend/main.ts' : 'workers/main.ts',
      portVariable: kind === 'api' ? 'PORT' : 'OPERATIONS_PORT',
      environment: {
        PUBLIC_URL: url,
        DATA_DIR: disk.path,
        DATABASE_URL: withPort(postgres.url(), networkToPostgres.port),
        ...(networkToRedis && { REDIS_URL: `redis://127.0.0.1:${networkToRedis.port}` }),
        STRIPE_SECRET_KEY: SECRETS.secretKey,
        STRIPE_PUBLISHABLE_KEY: SECRETS.publishableKey,
        STRIPE_WEBHOOK_SECRET: SECRETS.webhookSecret,
        STRIPE_API_URL: providerServer.url,
        STRIPE_SCRIPT_URL: `${providerServer.url}/stripe.js`,
        SMTP_URL: `smtp://127.0.0.1:${mailNetwork.port}`,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        OPERATOR_PASSWORD: 'operator',
      },
      noteDefect: (defect) => defects.push(defect),
    });
    closing.push(() => berth.stop());
    return { berth, postgres: networkToPostgres, redis: networkToRedis };
  };
  for (const number of [1, 2]) apis.push(await addMember('api', number));
  for (const number of [1, 2]) workers.push(await addMember('workers', number));
  const members = [...apis, ...workers];
  await Promise.all(members.map(({ berth }) => berth.start()));

  return {
    defects,
    backend,
    url,
    folder,
    postgres,
    redis,
    apis,
    workers,
    mailbox,
    mailFolder,
    mailNetwork,
    disk,
    storage: createStorage(disk.path),
    provider: openPaymentProvider({ secretKey: SECRETS.secretKey, apiUrl: providerServer.url }),
    setProviderFaults: (faults) => setProviderFaults(providerServer.url, SECRETS.secretKey, faults),
    closeProvider,
    database,
    databaseUrl,
    redisUrl: redis ? `redis://127.0.0.1:${redisPort}` : null,
    admin: ADMIN,
    stopShop: async () => {
      await Promise.all(members.map(({ berth }) => berth.stop()));
    },
    close,
  };
}

function withPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}
