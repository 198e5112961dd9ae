import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder, readConfig, requireSettings } from './config.ts';
import { StartError } from './core/process/start.ts';

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof StartError) return error.problems;
    throw error;
  }
}

describe('in development', () => {
  test('needs no variable', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      operationsPort: 3001,
      publicUrl: 'http://localhost:3000',
      seed: 'demo',
    });
    expect(config.databaseUrl).toBeNull();
  });

  test('reports every invalid variable at once', () => {
    const problems = problemsOf({
      PORT: 'web',
      OPERATIONS_PORT: '70000',
      DATABASE_URL: 'mysql://localhost/shop',
      SEED: 'everything',
      STRIPE_SECRET_KEY: 'sk_test_1',
      SUPPORT_EMAIL: 'support',
      ADMIN_EMAIL: 'admin@example.com',
    });
    const named = ['PORT', 'OPERATIONS_PORT', 'DATABASE_URL', 'STRIPE_', 'SUPPORT_EMAIL', 'ADMIN_EMAIL', 'SEED'];
    expect(problems).toHaveLength(named.length);
    for (const name of named) expect(problems.join('\n')).toContain(name);
  });

  test('a program started without `make up` reports all missing settings', () => {
    const config = readConfig({ SMTP_URL: 'smtp://localhost' });
    expect(() => requireSettings(config, ['databaseUrl', 'payments', 'smtpUrl'])).toThrow(
      'DATABASE_URL is missing: `make up` starts an embedded database\n' +
        'STRIPE_SECRET_KEY is missing: `make up` starts a local payment provider',
    );
    expect(requireSettings(config, ['smtpUrl']).smtpUrl).toBe('smtp://localhost');
  });

  test('allows the hosts of PUBLIC_URL, HOST and ALLOWED_HOSTS, and no others', () => {
    const hosts = {
      PUBLIC_URL: 'https://shop.example.com',
      HOST: '10.0.0.5',
      ALLOWED_HOSTS: 'shop.internal, [fd00::1]',
    };
    expect(readConfig(hosts).allowedHosts).toEqual(['shop.example.com', '10.0.0.5', 'shop.internal', '[fd00::1]']);
    expect(problemsOf({ ALLOWED_HOSTS: 'https://shop.example.com' })).toEqual([
      "ALLOWED_HOSTS must be hosts such as shop.example.com, not 'https://shop.example.com'",
    ]);
  });

  test.each(['short', 'a token with spaces', 'a-token-with-ümlauts'])('refuses %j as METRICS_TOKEN', (token) => {
    const [problem, ...others] = problemsOf({ METRICS_TOKEN: token });
    expect([problem, others]).toEqual([expect.stringContaining('METRICS_TOKEN must have at least 16 characters'), []]);
    expect(problem).not.toContain(token);
  });

  test('does not repeat an invalid URL, which may contain a password', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://shop:secret@localhost/shop' }).join()).not.toContain('secret');
  });

  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };

  test('rejects swapped provider keys without repeating them', () => {
    expect(problemsOf(keys)).toEqual([]);
    expect(problemsOf({ ...keys, STRIPE_SECRET_KEY: 'rk_test_1' })).toEqual([]);
    const swapped = { ...keys, STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_PUBLISHABLE_KEY: 'sk_live_1' };
    expect(problemsOf({ ...swapped, STRIPE_WEBHOOK_SECRET: 'secret' })).toEqual([
      'STRIPE_SECRET_KEY must begin with sk_ or rk_',
      'STRIPE_PUBLISHABLE_KEY must begin with pk_',
      'STRIPE_WEBHOOK_SECRET must begin with whsec_',
    ]);
  });

  test.each([
    'https://shop.example.com/shop',
    'https://shop.example.com/?a=1',
    'https://a:b@shop.example.com',
    'https://a.b/#c',
  ])('rejects PUBLIC_URL %s', (PUBLIC_URL) => {
    expect(problemsOf({ PUBLIC_URL })).toEqual([
      'PUBLIC_URL must be an origin without path or credentials, such as https://shop.example.com',
    ]);
  });

  test('removes a trailing slash from PUBLIC_URL', () => {
    expect(readConfig({ PUBLIC_URL: 'https://shop.example.com/' }).publicUrl).toBe('https://shop.example.com');
  });

  test('trusts no proxies unless TRUST_PROXY counts or names them', () => {
    expect(readConfig({}).trustedProxies).toBeNull();
    expect(readConfig({ TRUST_PROXY: 'none' }).trustedProxies).toBeNull();
    expect(readConfig({ TRUST_PROXY: '2' }).trustedProxies).toBe(2);
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustedProxies).toEqual(['10.0.0.0/8', '::1']);
    expect(problemsOf({ TRUST_PROXY: 'true' })).toEqual([
      "TRUST_PROXY must be none, a number of proxies from 1 to 9, or their addresses, not 'true'",
    ]);
  });

  test('reads the number of database connections, if there are enough', () => {
    expect(readConfig({}).databasePoolSize).toBeNull();
    expect(readConfig({ DATABASE_POOL_SIZE: '20' }).databasePoolSize).toBe(20);
    expect(problemsOf({ DATABASE_POOL_SIZE: '3' })).toEqual([
      "DATABASE_POOL_SIZE must be a number of connections from 4 to 200, not '3'",
    ]);
  });

  test('requires two-step login of admins if REQUIRE_ADMIN_2FA says so', () => {
    expect(readConfig({}).requireAdminSecondFactor).toBe(false);
    for (const [value, isRequired] of Object.entries({ yes: true, TRUE: true, 1: true, no: false, 0: false })) {
      expect(readConfig({ REQUIRE_ADMIN_2FA: value }).requireAdminSecondFactor).toBe(isRequired);
    }
    for (const value of ['admins', 'constructor']) {
      expect(problemsOf({ REQUIRE_ADMIN_2FA: value })).toEqual([`REQUIRE_ADMIN_2FA must be yes or no, not '${value}'`]);
    }
  });

  test('takes an ENCRYPTION_KEY of 32 bytes, and does not repeat another one', () => {
    expect(readConfig({}).encryptionKey).toBeNull();
    const key = Buffer.alloc(32, 7);
    expect(readConfig({ ENCRYPTION_KEY: key.toString('hex') }).encryptionKey).toEqual(key);
    expect(readConfig({ ENCRYPTION_KEY: key.toString('base64') }).encryptionKey).toEqual(key);
    expect(problemsOf({ ENCRYPTION_KEY: 'too short' })).toEqual([
      'ENCRYPTION_KEY must be 32 bytes in hexadecimal or base64: openssl rand -hex 32',
    ]);
  });

  test('requires different ports', () => {
    expect(problemsOf({ PORT: '4000', OPERATIONS_PORT: '4000' })).toEqual([
      'PORT, OPERATIONS_PORT and METRICS_PORT must differ',
    ]);
  });

  test.each(['soon', '-1', '1.5', '1000', '5s'])('rejects DRAIN_SECONDS %s', (DRAIN_SECONDS) => {
    expect(problemsOf({ DRAIN_SECONDS })).toEqual([
      `DRAIN_SECONDS must be a number of seconds from 0 to 999, not '${DRAIN_SECONDS}'`,
    ]);
  });

  test('stops without a drain unless DRAIN_SECONDS is set', () => {
    expect(readConfig({}).drainSeconds).toBe(0);
    expect(readConfig({ DRAIN_SECONDS: '999' }).drainSeconds).toBe(999);
  });

  test('keeps carts for 90 days, logs for 30, the audit trail for two years and webhooks for 90 days', () => {
    expect(readConfig({}).retention).toEqual({ carts: 90, logs: 30, audit: 730, webhooks: 90 });
    const days = { RETENTION_CARTS_DAYS: '7', RETENTION_AUDIT_DAYS: '3650' };
    expect(readConfig(days).retention).toMatchObject({ carts: 7, audit: 3650 });
  });

  test('rejects every period that is too short, too long or no whole number', () => {
    const days = {
      RETENTION_CARTS_DAYS: '6',
      RETENTION_LOGS_DAYS: 'forever',
      RETENTION_AUDIT_DAYS: '3651',
      RETENTION_WEBHOOKS_DAYS: '30',
    };
    expect(problemsOf(days)).toEqual([
      "RETENTION_CARTS_DAYS must be a number of days from 7 to 3650, not '6'",
      "RETENTION_LOGS_DAYS must be a number of days from 7 to 3650, not 'forever'",
      "RETENTION_AUDIT_DAYS must be a number of days from 30 to 3650, not '3651'",
      "RETENTION_WEBHOOKS_DAYS must be a number of days from 31 to 3650, not '30'",
    ]);
  });

  test('expires orders after half an hour unless ORDER_EXPIRY_SECONDS is set', () => {
    expect(readConfig({}).orderExpirySeconds).toBe(1800);
    expect(readConfig({ ORDER_EXPIRY_SECONDS: '60' }).orderExpirySeconds).toBe(60);
    expect(problemsOf({ ORDER_EXPIRY_SECONDS: '0' })).toEqual([
      "ORDER_EXPIRY_SECONDS must be a number of seconds from 1 to 604800, not '0'",
    ]);
  });

  test('reads who sells, and where emails come from', () => {
    expect(readConfig({})).toMatchObject({ shop: { address: {} }, mailFrom: null });
    const place = { SHOP_ADDRESS: 'Main Street 1, 21000 Novi Sad', SHOP_PHONE: '021 555', SHOP_COUNTRY: 'RS' };
    const seller = { SHOP_NAME: 'Shop', ...place, SHOP_VAT_ID: 'RS1' };
    expect(readConfig({ ...seller, MAIL_FROM: 'shop@example.com' })).toMatchObject({
      shop: {
        name: 'Shop',
        address: { street: 'Main Street 1', postCode: '21000', city: 'Novi Sad', country: 'RS' },
        phoneNumber: '021 555',
        vatId: 'RS1',
      },
      mailFrom: 'shop@example.com',
    });
    expect(problemsOf({ SHOP_COUNTRY: 'Serbia', MAIL_FROM: 'shop' })).toHaveLength(2);
    expect(readConfig({ TIME_ZONE: 'america/new_york' }).shop.timeZone).toBe('America/New_York');
    for (const wrong of ['Mars', 'Europe/Novi_Sad', '+01:00']) {
      expect(problemsOf({ TIME_ZONE: wrong })).toEqual([
        `TIME_ZONE must be the name of a time zone, such as Europe/Belgrade, not '${wrong}'`,
      ]);
    }
  });

  test('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', REDIS_URL: '' })).toMatchObject({ port: 3000, redisUrl: null });
  });
});

describe('the admin', () => {
  const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'admin password' };

  test.each([
    [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL: Email is not valid'],
    [{ ADMIN_EMAIL: 'admin@shop.museum' }, 'ADMIN_EMAIL: Email is not valid'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD: Password must have at least 8 characters'],
    [{ ADMIN_PASSWORD: 'x'.repeat(129) }, 'ADMIN_PASSWORD: Password can have at most 128 characters'],
    [{ ADMIN_PASSWORD: ' '.repeat(8) }, 'ADMIN_PASSWORD: Password is required'],
  ])('is rejected if the login form would reject it: %j', (wrong, problem) => {
    expect(problemsOf({ ...admin, ...wrong })).toEqual([problem]);
  });

  test('has a trimmed email, as login expects', () => {
    expect(readConfig({ ...admin, ADMIN_EMAIL: ' admin@example.com ' }).admin).toEqual({
      email: 'admin@example.com',
      password: 'admin password',
    });
  });
});

describe('traces', () => {
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

  test('are off without a collector', () => {
    expect(readConfig({}).tracing).toBeNull();
    expect(readConfig(collector).tracing).toEqual({ share: 1 });
  });

  test('are sampled as the standard variables say', () => {
    const ratio = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
    expect(readConfig({ ...collector, ...ratio }).tracing).toEqual({ share: 0.1 });
    expect(problemsOf({ ...collector, ...ratio, OTEL_TRACES_SAMPLER_ARG: '10' })).toEqual([
      "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not '10'",
    ]);
  });

  test('in another format are rejected', () => {
    expect(problemsOf({ ...collector, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toEqual([
      "OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/json, not 'grpc'",
    ]);
  });
});

test.each(['.env.example', 'docs/configuration.md'])('%s documents every variable', async (file) => {
  const read = new Set<string>();
  const variables = new Proxy({}, { get: (_none, name) => void read.add(String(name)) });
  readConfig(variables);
  const text = await readFile(join(projectFolder, file), 'utf8');
  expect([...read].filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

describe('files in S3', () => {
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
  const access = { accessKeyId: 'key', secretAccessKey: 'secret' };

  test('are at AWS unless there is an endpoint', () => {
    expect(readConfig({ S3_BUCKET: 'files' }).s3).toEqual({
      bucket: 'files',
      endpoint: null,
      region: 'us-east-1',
      credentials: null,
      pathStyle: false,
    });
    expect(readConfig({ S3_BUCKET: 'files', S3_ENDPOINT: 'http://localhost:9000', ...keys }).s3).toMatchObject({
      endpoint: 'http://localhost:9000',
      credentials: access,
      pathStyle: true,
    });
    const hosted = { S3_BUCKET: 'files', S3_ENDPOINT: 'https://s3.example.com', S3_PATH_STYLE: 'no', S3_REGION: 'eu' };
    expect(readConfig(hosted).s3).toMatchObject({ region: 'eu', pathStyle: false });
    expect(readConfig({}).s3).toBeNull();
  });

  test.each([
    [{ S3_BUCKET: 's3://files' }, "S3_BUCKET must be the name of a bucket, such as webshop-files, not 's3://files'"],
    [{ S3_REGION: 'eu' }, 'S3_BUCKET is missing, but S3_REGION is set'],
    [{ S3_BUCKET: 'files', S3_PATH_STYLE: 'maybe' }, "S3_PATH_STYLE must be one of yes, no, not 'maybe'"],
    [
      { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'key' },
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both or neither',
    ],
  ])('cannot have %o', (environment, problem) => {
    expect(problemsOf(environment)).toEqual([problem]);
  });
});

describe('in production', () => {
  test('reports a missing provider key once', () => {
    const problems = problemsOf({ NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_test_1' });
    expect(problems.filter((problem) => problem.includes('STRIPE'))).toHaveLength(2);
  });

  test('requires every variable without a safe default', () => {
    const problems = problemsOf({ NODE_ENV: 'production' });
    expect(problems).toHaveLength(10);
    for (const name of ['DATABASE_URL', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'OPERATOR_PASSWORD', 'PUBLIC_URL']) {
      expect(problems.join('\n')).toContain(`${name} is missing`);
    }
  });

  test('requires TRUST_PROXY with HTTPS, even if it is none', () => {
    const https = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com' };
    const missing = 'TRUST_PROXY is missing (required with an https PUBLIC_URL): usually 1, for one proxy';
    expect(problemsOf(https)).toContain(missing);
    expect(problemsOf({ ...https, TRUST_PROXY: 'none' })).not.toContain(missing);
    expect(problemsOf({ ...https, PUBLIC_URL: 'http://shop.example.com' })).not.toContain(missing);
  });

  test('needs no folder with files in S3', () => {
    const problems = problemsOf({ NODE_ENV: 'production', S3_BUCKET: 'webshop-files' });
    expect(problems).toHaveLength(9);
    expect(problems.join('\n')).not.toContain('DATA_DIR');
  });

  test('rejects the local payment provider', () => {
    const problems = problemsOf({ NODE_ENV: 'production', PAYMENT_PROVIDER: 'local' });
    expect(problems).toContain('PAYMENT_PROVIDER=local is not for production: use PAYMENT_PROVIDER=stripe');
  });

  test('rejects the demo catalogue', () => {
    expect(problemsOf({ NODE_ENV: 'production', SEED: 'demo' }).join('\n')).toContain('SEED=demo');
  });
});
