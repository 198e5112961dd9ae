import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { providerNames } from '#contract/orders/payments.ts';
import type { FixedSettings } from '#contract/shop/settings.ts';
import { reachableHost } from './core/http/listen.ts';
import { type Environment, EnvironmentReader, POOL_MIN } from './core/process/environment.ts';
import { StartError } from './core/process/start.ts';
import type { S3Config } from './core/storage/s3-storage.ts';
import { readPayments, requiredVariables } from './modules/payments/provider/providers.ts';
import { parseAddress } from './modules/settings/shop-settings.ts';

/** The checkout. Relative paths in variables are resolved against it. */
export const projectFolder = fileURLToPath(new URL('..', import.meta.url));

/** The environment of this process, to pass on to child processes. */
export const ownEnvironment = process.env;

export type Config = ReturnType<typeof readConfig>;

const VIES_URL = 'https://ec.europa.eu/taxation_customs/vies/rest-api';
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
/** Days. */
const RETENTION_MAX = 3650;

/**
 * Reads the configuration. Nothing else reads the environment.
 * @throws StartError with every missing or invalid variable
 */
export function readConfig(environment: Environment = ownEnvironment) {
  const problems: string[] = [];
  const read = new EnvironmentReader(environment, problems);
  const production = environment.NODE_ENV === 'production';
  const port = read.port('PORT', 3000);
  const host = read.text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1');
  const publicUrl = read.origin('PUBLIC_URL') ?? `http://localhost:${port}`;
  const paymentProvider = read.oneOf('PAYMENT_PROVIDER', providerNames, 'stripe');
  const config = {
    production,
    /** Shop and API. */
    port,
    /** Queue dashboard, health, metrics and API description, from the workers. */
    operationsPort: read.port('OPERATIONS_PORT', 3001),
    /** Metrics of the API; null for none. */
    metricsPort: read.text('METRICS_PORT') === null ? null : read.port('METRICS_PORT', 0),
    /** Reads metrics, besides the operator; null if only the operator does. */
    metricsToken: read.token('METRICS_TOKEN'),
    /** Where traces go; null for nowhere. */
    tracing: readTracing(read),
    /** Address to listen on. */
    host,
    /** Without a trailing slash. */
    publicUrl,
    /** The hosts that requests may name, besides this machine's loopback names. `make up` itself calls the shop at HOST. */
    allowedHosts: [new URL(publicUrl).hostname, reachableHost(host), ...read.hosts('ALLOWED_HOSTS')],
    /** Null for none. */
    trustedProxies: read.proxies('TRUST_PROXY'),
    dataDir: resolve(projectFolder, read.text('DATA_DIR') ?? 'var'),
    /** Null for files in `dataDir`. */
    s3: readS3(read, problems),
    /** Null for the embedded database. */
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    /** Connections of each process to the database; null for its default. */
    databasePoolSize: read.count('DATABASE_POOL_SIZE', 'a number of connections', {
      fallback: null,
      min: POOL_MIN,
      max: 200,
    }),
    /** Null for queues and rate limits in PostgreSQL. */
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:']),
    paymentProvider,
    /** Null for a stand-in of the payment provider, which `make up` starts. */
    payments: readPayments(paymentProvider, read, problems, production),
    /** The EU's service for VAT ids; null for the local stand-in of `make up`, without which it is unavailable. */
    viesUrl: (read.url('VIES_URL', ['http:', 'https:']) ?? (production ? VIES_URL : null))?.replace(/\/$/, '') ?? null,
    /** Null for the local mailbox. */
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    /** Null if generated at the first start. */
    admin: readAdmin(read, problems, production),
    operatorPassword: read.text('OPERATOR_PASSWORD'),
    /** Whether the dashboard requires two-step login. */
    requireAdminSecondFactor: read.flag('REQUIRE_ADMIN_2FA'),
    /** Encrypts the secrets of authenticator apps in the database; null to leave them unencrypted. */
    encryptionKey: read.secretKey('ENCRYPTION_KEY'),
    seed: read.oneOf('SEED', ['demo', 'none'], production ? 'none' : 'demo'),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    /** The settings that nobody can change in the dashboard. */
    shop: readFixedSettings(read),
    /** The sender of the shop's emails; null for no-reply at the host of `publicUrl`. */
    mailFrom: read.email('MAIL_FROM'),
    /** How long after its last attempt an unpaid order expires. */
    orderExpirySeconds: read.count('ORDER_EXPIRY_SECONDS', 'a number of seconds', {
      fallback: 1800,
      min: 1,
      max: 604_800,
    }),
    /** How long the shop keeps what it no longer needs, in days. */
    retention: {
      /** Orders that were canceled without ever being paid. */
      carts: read.count('RETENTION_CARTS_DAYS', 'a number of days', { fallback: 90, min: 7, max: RETENTION_MAX }),
      /**
       * Records of finished work: events, sent mails, imports, bulk edits. Sending a mail is retried for three days, and a
       * record of it prevents sending it twice.
       */
      logs: read.count('RETENTION_LOGS_DAYS', 'a number of days', { fallback: 30, min: 7, max: RETENTION_MAX }),
      audit: read.count('RETENTION_AUDIT_DAYS', 'a number of days', { fallback: 730, min: 30, max: RETENTION_MAX }),
      /** Records of the provider's webhooks, which lists its events for 30 days: https://docs.stripe.com/api/events/list */
      webhooks: read.count('RETENTION_WEBHOOKS_DAYS', 'a number of days', {
        fallback: 90,
        min: 31,
        max: RETENTION_MAX,
      }),
    },
    /** How long a stopping API keeps serving, so that proxies notice that it isn't ready. */
    drainSeconds: read.count('DRAIN_SECONDS', 'a number of seconds', {
      fallback: production ? 5 : 0,
      min: 0,
      max: 999,
    }),
    /** The age key or recipient that encrypts backups; null to leave them unencrypted. */
    backupKey: read.key('BACKUP_KEY', ['AGE-SECRET-KEY-', 'age1']),
  };
  const ports = [config.port, config.operationsPort, config.metricsPort];
  if (new Set(ports).size < ports.length) problems.push('PORT, OPERATIONS_PORT and METRICS_PORT must differ');
  if (production) requireForProduction(read, problems);
  if (problems.length > 0) throw new StartError(problems);
  return config;
}

function readFixedSettings(read: EnvironmentReader): FixedSettings {
  const address = read.text('SHOP_ADDRESS');
  return {
    ...present({
      name: read.text('SHOP_NAME'),
      email: read.email('SUPPORT_EMAIL'),
      phoneNumber: read.text('SHOP_PHONE'),
      vatId: read.text('SHOP_VAT_ID'),
      timeZone: read.timeZone('TIME_ZONE'),
    }),
    address: { ...(address && parseAddress(address)), ...present({ country: read.country('SHOP_COUNTRY') }) },
  };
}

/** The values that are not null. */
function present<Name extends string>(values: Record<Name, string | null>): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Partial<
    Record<Name, string>
  >;
}

/** Variables without a safe default. */
const REQUIRED_IN_PRODUCTION = [
  'PUBLIC_URL',
  'DATA_DIR',
  'DATABASE_URL',
  ...requiredVariables,
  'SMTP_URL',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'OPERATOR_PASSWORD',
];

function requireForProduction(read: EnvironmentReader, problems: string[]): void {
  for (const name of REQUIRED_IN_PRODUCTION) {
    // The files are all that production keeps there.
    if (name === 'DATA_DIR' && read.text('S3_BUCKET') !== null) continue;
    if (read.text(name) === null) problems.push(`${name} is missing (required with NODE_ENV=production)`);
  }
  // A guess would count all shoppers as one, or let them choose the address under which they are counted.
  if (read.text('PUBLIC_URL')?.startsWith('https:') && read.text('TRUST_PROXY') === null) {
    problems.push('TRUST_PROXY is missing (required with an https PUBLIC_URL): usually 1, for one proxy');
  }
  if (read.text('SEED') === 'demo') problems.push('SEED=demo is not for production: use SEED=none');
}

/** Settings that `make up` provides, each with the error for a program started without it. */
const PROVIDED_BY_MAKE_UP = {
  databaseUrl: 'DATABASE_URL is missing: `make up` starts an embedded database',
  payments: `${requiredVariables[0]} is missing: \`make up\` starts a local payment provider`,
  smtpUrl: 'SMTP_URL is missing: `make up` starts a local mailbox',
  operatorPassword: 'OPERATOR_PASSWORD is missing: `make up` generates one',
} as const;

type ProvidedSetting = keyof typeof PROVIDED_BY_MAKE_UP;

/** A configuration with the settings that a program requires. */
export type ConfigWith<Name extends keyof Config> = Config & { [Each in Name]: NonNullable<Config[Each]> };

/** @throws StartError with all missing settings */
export function requireSettings<Name extends ProvidedSetting>(
  config: Config,
  names: readonly Name[],
): ConfigWith<Name> {
  const problems = names.filter((name) => config[name] === null).map((name) => PROVIDED_BY_MAKE_UP[name]);
  if (problems.length > 0) throw new StartError(problems);
  return config as ConfigWith<Name>;
}

/**
 * Standard variables: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 * The exporter itself reads the address, headers and timeout of OTEL_EXPORTER_OTLP_*.
 * @returns the share of new traces to record, from 0 to 1; traces of a caller are recorded if the caller records them
 */
function readTracing(read: EnvironmentReader) {
  const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  const isOn = endpoints.map((name) => read.url(name, ['http:', 'https:'])).some((url) => url !== null);
  read.oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/json'], 'http/json');
  const samplers = ['parentbased_always_on', 'parentbased_traceidratio'];
  const sampler = read.oneOf('OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on');
  const share = sampler === 'parentbased_traceidratio' ? read.share('OTEL_TRACES_SAMPLER_ARG', 1) : 1;
  return isOn ? { share } : null;
}

const S3_VARIABLES = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PATH_STYLE'];

function readS3(read: EnvironmentReader, problems: string[]): S3Config | null {
  const bucket = read.bucket('S3_BUCKET');
  const endpoint = read.url('S3_ENDPOINT', ['http:', 'https:']);
  const [accessKeyId, secretAccessKey] = [read.text('S3_ACCESS_KEY_ID'), read.text('S3_SECRET_ACCESS_KEY')];
  const pathStyle = read.oneOf('S3_PATH_STYLE', ['yes', 'no'], endpoint === null ? 'no' : 'yes') === 'yes';
  if (bucket === null) {
    const set = S3_VARIABLES.find((name) => read.text(name) !== null);
    if (set !== undefined) problems.push(`S3_BUCKET is missing, but ${set} is set`);
    return null;
  }
  if ((accessKeyId === null) !== (secretAccessKey === null)) {
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both or neither');
  }
  const credentials = accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : null;
  return { endpoint, bucket, region: read.text('S3_REGION') ?? 'us-east-1', credentials, pathStyle };
}

function readAdmin(read: EnvironmentReader, problems: string[], production: boolean) {
  const email = read.registrationField('ADMIN_EMAIL', 'email');
  const password = read.registrationField('ADMIN_PASSWORD', 'password');
  if (email === null && password === null) return null;
  if (email !== null && password !== null) return { email, password };
  if (!production) problems.push('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither');
  return null;
}
