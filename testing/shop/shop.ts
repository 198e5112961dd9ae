import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import { pino } from 'pino';
import type Stripe from 'stripe';
import { afterAll, inject } from 'vitest';
import type { SettingsInput } from '#contract/shop/settings.input.ts';
import type { FixedSettings } from '#contract/shop/settings.ts';
import type { Role } from '#contract/users/users.ts';
import { DEFAULT_LANGUAGE, type LanguageCode } from '#messages/languages.ts';
import { callersOf, createApp } from '../../backend/app.ts';
import { readConfig } from '../../backend/config.ts';
import { type Database, type EntityManager, openDatabase } from '../../backend/core/database/db.ts';
import { closeServer, listen } from '../../backend/core/http/listen.ts';
import { refuseOverload } from '../../backend/core/http/overload.ts';
import type { TrustedProxies } from '../../backend/core/http/proxies.ts';
import type { DatabaseTimeouts } from '../../backend/core/http/timeouts.ts';
import { type LimitStore, openLimitStore } from '../../backend/core/limits/limit-store.ts';
import { createMailer } from '../../backend/core/mail/mailer.ts';
import { createSecretBox } from '../../backend/core/process/secret-box.ts';
import { openStorage } from '../../backend/core/storage/open-storage.ts';
import type { S3Config } from '../../backend/core/storage/s3-storage.ts';
import type { Storage } from '../../backend/core/storage/storage.ts';
import { entities } from '../../backend/entities.ts';
import { type Mailbox, startMailbox } from '../../backend/local/mailbox/mailbox.ts';
import { type LocalVies, startVies } from '../../backend/local/vies/vies.ts';
import { openDrawings } from '../../backend/modules/documents/drawings.ts';
import { followCatalogue } from '../../backend/modules/listing/follow-catalogue.ts';
import type { PaymentProvider } from '../../backend/modules/payments/provider/port.ts';
import { stripeProvider } from '../../backend/modules/payments/provider/stripe/stripe.ts';
import { changeSettings } from '../../backend/modules/settings/settings.service.ts';
import { openSettings, type ShopSettings } from '../../backend/modules/settings/shop-settings.ts';
import { startWorkers } from '../../workers/workers.ts';
import { createTestDatabase } from '../servers/postgres.ts';
import { startTestProvider } from '../servers/provider.ts';
import { startProxy } from '../servers/proxy.ts';
import { chooseTopology } from '../servers/topology.ts';
import { waitFor } from '../wait.ts';
import { addUser, logInAdmin } from './accounts.ts';
import { type Call, callsOf, type LoggedIn } from './api.ts';
import { collection } from './collection.ts';
import { checked } from './described-api.ts';

export type { ApiResponse, LoggedIn } from './api.ts';

export type TestShop = {
  url: string;
  database: Database;
  databaseUrl: string;
  storage: Storage;
  limits: LimitStore;
  settings: ShopSettings;
  /** Its data folder. */
  dataDir: string;
  mailbox: Mailbox;
  /** The stand-in for the EU's service that knows VAT ids. */
  vies: LocalVies;
  /** The payment provider's API, for use by the test itself. */
  provider: Stripe;
  /** The same as the shop uses it. */
  payments: PaymentProvider;
  /** The shop's provider, if its library did what `stripe` does. */
  paymentsBy(stripe: Stripe): PaymentProvider;
  providerUrl: string;
  webhookSecret: string;
  /** Returns a new EntityManager. */
  em(): EntityManager;
  call: Call;
  /** Adds a user, whose email is not confirmed, and logs them in. */
  newAccount(name?: string): Promise<LoggedIn>;
  confirmEmail(user: LoggedIn): Promise<unknown>;
  admin(): Promise<LoggedIn>;
  /** A new account with a role. */
  staff(role: Role): Promise<LoggedIn>;
  /** Sets the faults of the local payment provider; {} clears them. */
  setFaults(faults: object): Promise<void>;
  /** Does what banks do at the local payment provider, such as `refunds/ID/fail`. @returns what it changed */
  control(path: string, body?: object): Promise<{ id: string }>;
  /** Waits until every event is handled or has failed for good. */
  untilCalm(): Promise<void>;
};

type Options = {
  /** Also runs the workers in this process. */
  workers?: boolean;
  /** The number of APIs; by default as the topology of the run says, as are `redisUrl` and `s3`. */
  apis?: number;
  redisUrl?: string | null;
  requireAdminSecondFactor?: boolean;
  timeZone?: string;
  /** What variables of the server fix. */
  fixed?: FixedSettings;
  /** What admins have set, besides the seller. */
  settings?: SettingsInput;
  /** What the shop speaks; English by default. */
  languages?: LanguageCode[];
  /** None by default, as the machine may be busy. */
  timeouts?: DatabaseTimeouts;
  /** Not by default, for the same reason. */
  refusesOverload?: boolean;
  /** By default none, so that all calls come from this machine. */
  trustedProxies?: TrustedProxies | null;
  /** Middleware that measures or traces requests. */
  observers?: Middleware[];
  /** Null for files in its data folder. */
  s3?: S3Config | null;
};

/** The seller on invoices and emails. */
export const testSeller = {
  name: 'Novi Sad Продавница',
  address: { street: 'Main Street 1', postCode: '21000', city: 'Novi Sad', country: 'RS' },
  phoneNumber: '+381 21 555 010',
  vatId: 'RS123456789',
};

type Closing = (() => Promise<unknown> | unknown)[];

/** @returns the port of the only server, or that of a load balancer */
async function openFront(ports: readonly number[], servers: readonly Server[], closing: Closing): Promise<number> {
  const [first] = ports as [number];
  if (ports.length === 1) return first;
  // Each request opens a connection, and so meets the next API.
  for (const server of servers) server.maxRequestsPerSocket = 1;
  let turn = 0;
  const targets = () => {
    turn += 1;
    return [ports[turn % ports.length] ?? first];
  };
  const proxy = await startProxy({ targets });
  closing.push(() => proxy.close());
  return proxy.port;
}

/**
 * Starts a shop in this process, with its own database, folder and ports. It closes after the test file.
 * @throws Error inside a hook or a test, where nothing would close it
 */
export async function startTestShop({
  workers = false,
  trustedProxies = null,
  requireAdminSecondFactor = false,
  timeZone = 'UTC',
  languages = [DEFAULT_LANGUAGE],
  fixed = {},
  settings: set = {},
  timeouts,
  refusesOverload = false,
  observers = [],
  ...options
}: Options = {}): Promise<TestShop> {
  if (!collection.running)
    throw new Error('Call startTestShop at the top level of a test file, so that the shop closes');
  const closing: Closing = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  const dataDir = await mkdtemp(join(tmpdir(), 'webshop-test-'));
  closing.push(() => rm(dataDir, { recursive: true, force: true }));
  const topology = await chooseTopology(inject('sharedServers'));
  const { apis, redisUrl, s3 } = { ...topology, ...options };
  const databaseUrl = await createTestDatabase(inject('postgresUrl'));
  const log = pino({ level: 'silent' });
  const storage = await openStorage({ dataDir, s3 });
  const openOwnDatabase = async () => {
    const database = await openDatabase({ url: databaseUrl, entities, timeouts });
    closing.push(() => database.close());
    return database;
  };

  // Listen before the apps exist, because the provider needs the address.
  const servers = Array.from({ length: apis }, () => createServer());
  const ports = await Promise.all(servers.map((server) => listen(server, 0, '127.0.0.1', 'PORT')));
  const url = `http://127.0.0.1:${await openFront(ports, servers, closing)}`;
  const provider = await startTestProvider({
    shopUrl: url,
    folder: dataDir,
    retryDelays: [50, 100, 200, 400, 800],
  });
  closing.push(() => provider.close());
  const paymentsBy = (stripe: Stripe) => stripeProvider(provider.settings, stripe);
  const payments = provider.ports.stripe;
  // Tests need not wait for what never answers.
  const vies = await startVies({ port: 0, patience: 20 });
  closing.push(() => vies.close());
  const mailbox = await startMailbox({ folder: join(dataDir, 'mailbox'), port: 0 });
  closing.push(() => mailbox.close());
  const config = {
    ...readConfig({}),
    publicUrl: url,
    trustedProxies,
    requireAdminSecondFactor,
    encryptionKey: randomBytes(32),
    shop: fixed,
    payments: provider.settings,
    viesUrl: vies.url,
  };

  const startApi = async (server: Server) => {
    const database = await openOwnDatabase();
    const limits = await openLimitStore({ databaseUrl, redisUrl, log });
    closing.push(() => limits.close());
    // Tests also change products without a request.
    const catalogue = followCatalogue({ recent: 0 });
    const readiness = { accepting: true };
    const app = createApp({ config, database, catalogue, storage, limits, readiness, observers, log });
    const serve = app.callback();
    server.on(
      'request',
      refusesOverload ? refuseOverload(database, log, callersOf(config), catalogue.lastLanguages, serve) : serve,
    );
    closing.push(() => {
      server.closeAllConnections();
      return closeServer(server);
    });
    return { database, limits };
  };
  const [{ database, limits }] = (await Promise.all(servers.map(startApi))) as [Awaited<ReturnType<typeof startApi>>];

  const settings = openSettings(fixed);
  await changeSettings(database.em.fork(), null, openSettings({}), { ...testSeller, timeZone, languages, ...set });
  // Tests count the events of their own changes.
  await database.em.fork().execute('delete from outbox_event');

  const startWorker = async (database: Database) => {
    const mailer = createMailer(mailbox.smtpUrl, url, { readShop: settings.read, address: null });
    closing.push(() => mailer.close());
    const services = {
      storage,
      mailer,
      provider: payments,
      publicUrl: url,
      settings,
      ...openDrawings(url),
      orderExpirySeconds: 1800,
      retention: config.retention,
    };
    const endpoints = { secrets: createSecretBox(config.encryptionKey), addresses: { allowsLoopback: true } };
    const running = await startWorkers(
      { databaseUrl, redisUrl, host: '127.0.0.1', operationsPort: 0, operatorPassword: 'operator', metricsToken: null },
      { database, services, endpoints, log },
    );
    closing.push(() => running.close());
  };
  if (workers) {
    await startWorker(database);
    for (let number = 1; number < topology.workers; number += 1) await startWorker(await openOwnDatabase());
  }

  const em = () => database.em.fork();
  const call = checked(callsOf(url));
  const shop: TestShop = {
    url,
    database,
    databaseUrl,
    storage,
    limits,
    settings,
    dataDir,
    mailbox,
    vies,
    provider: provider.api,
    payments,
    paymentsBy,
    providerUrl: provider.url,
    webhookSecret: provider.settings.webhookSecret,
    em,
    call,
    newAccount: (name = `user${crypto.randomUUID().slice(0, 8)}`) => addUser(em(), name),
    admin: () => logInAdmin(em()),
    confirmEmail: ({ userId }) => em().execute('update user_account set verified_at = now() where id = ?', [userId]),
    staff: async (role) => {
      const account = await shop.newAccount();
      await em().execute('update user_account set role = ?, verified_at = now() where id = ?', [role, account.userId]);
      return account;
    },
    setFaults: provider.setFaults,
    control: provider.control,
    untilCalm: () => untilCalm(em),
  };
  return shop;
}

async function untilCalm(em: () => EntityManager): Promise<void> {
  await waitFor('all events to be handled', async () => {
    const [row] = await em().execute<{ open: number }[]>(
      'select count(*)::int as open from outbox_event where done_at is null and failure is null',
    );
    return row?.open === 0;
  });
}
