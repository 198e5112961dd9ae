import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { prepareProcesses } from '../../../testing/processes/processes.ts';
import { createTestDatabase } from '../../../testing/servers/postgres.ts';
import { startTestProvider } from '../../../testing/servers/provider.ts';
import { isRedisInstalled, startRedis } from '../../../testing/servers/redis.ts';
import { isSwiftInstalled, s3Variables, startS3 } from '../../../testing/servers/s3.ts';
import { readConfig } from '../../config.ts';
import { freePort } from '../../local/ports.ts';
import { startVies } from '../../local/vies/vies.ts';
import { EVENT_TYPES } from '../../modules/payments/provider/stripe/events.ts';
import { compareClocks } from './clock.ts';
import { checkDatabase } from './database.ts';
import { checkDuties } from './duties.ts';
import { checkFiles } from './files.ts';
import type { Check } from './finding.ts';
import { checkMail, checkSender } from './mail.ts';
import { checkProvider } from './provider.ts';
import { checkRedis } from './redis.ts';
import { checkVies } from './vies.ts';

const folder = await mkdtemp(join(tmpdir(), 'webshop-doctor-'));
const closing: (() => Promise<unknown> | unknown)[] = [() => rm(folder, { recursive: true })];
afterAll(async () => {
  for (const close of closing) await close();
});

/** What a check finds with these variables, as the doctor prints it. */
async function found(check: Check, variables: Record<string, string>): Promise<string> {
  const findings = await check(readConfig(variables));
  return findings.map(({ state, text }) => `${state} ${text}\n`).join('');
}

const nowhere = async (protocol: string) => `${protocol}://127.0.0.1:${await freePort()}`;

describe('the program', () => {
  test('finds nothing wrong with a shop, whether it runs or not, and sends a mail if asked to', async () => {
    const shop = await prepareProcesses(null);
    closing.push(shop.close);
    const stopped = await shop.run('backend/doctor.ts', ['ana@example.com']);
    expect(stopped.output).not.toContain('problem ');
    expect(stopped.output).toContain(`ok       Mail: sent from no-reply@127.0.0.1 to ana@example.com\n`);
    expect(stopped.code).toBe(0);
    await shop.startApi();
    const running = await shop.run('backend/doctor.ts', []);
    expect(running.code).toBe(0);
  });

  test('names every problem of the configuration, and fails', async () => {
    const shop = await prepareProcesses(null);
    closing.push(shop.close);
    const { output, code } = await shop.run('backend/doctor.ts', [], { SMTP_URL: 'mail', LOG_LEVEL: 'loud' });
    expect(output).toMatch(/^problem {2}Configuration: SMTP_URL must be an address/m);
    expect(output).toMatch(/^problem {2}Configuration: LOG_LEVEL must be one of/m);
    expect(code).toBe(1);
  });
});

describe('the database', () => {
  test('can be fine', async () => {
    const text = await found(checkDatabase, { DATABASE_URL: await createTestDatabase(inject('postgresUrl')) });
    expect(text).toMatch(/^ok Database: PostgreSQL 1\d/);
    expect(text).toContain('ok Database: migrated\n');
    expect(text).toContain("ok Database: the server's log has no values of statements and rows\n");
    expect(text).not.toContain('problem');
  });

  test.each([
    ['be unreachable', () => nowhere('postgresql'), "can't be reached: connect ECONNREFUSED"],
    ['refuse the password', async () => changed({ password: 'wrong' }), 'password authentication failed'],
    ['be missing', async () => changed({ pathname: '/none' }), 'database "none" does not exist'],
  ])('can %s', async (_what, address, reason) => {
    const text = await found(checkDatabase, { DATABASE_URL: await address() });
    expect(text).toMatch(/^problem The database at .*: check DATABASE_URL and the server\n$/);
    expect(text).toContain(reason);
  });

  const changed = (parts: Partial<URL>) => Object.assign(new URL(inject('postgresUrl')), parts).href;

  test('can lack migrations, rights, connections and a log without values', async () => {
    const url = new URL(await createTestDatabase(inject('postgresUrl'), { migrated: false }));
    const client = new pg.Client(url.href);
    await client.connect();
    const name = `guest_${crypto.randomUUID().replaceAll('-', '')}`;
    await client.query(`create role ${name} login password 'guest' connection limit 20`);
    await client.query(`alter role ${name} set log_min_error_statement = error`);
    closing.push(async () => {
      await client.query(`drop role ${name}`);
      await client.end();
    });
    Object.assign(url, { username: name, password: 'guest' });
    const text = await found(checkDatabase, { DATABASE_URL: url.href });
    expect(text).toMatch(/^problem Database: \d+ migrations are pending: run `node backend\/migrate.ts`$/m);
    expect(text).toMatch(/^problem Database: the user can't create tables/m);
    expect(text).toMatch(/^problem Database: 20 connections are allowed, and .* uses up to 45: raise max_connections/m);
    expect(text).toMatch(
      /^advice Database: the server's log may contain values .*: set log_min_error_statement = panic$/m,
    );
  });
});

describe('legal duties', () => {
  test('are advised on while they are open', async () => {
    const text = await found(checkDuties, { DATABASE_URL: await createTestDatabase(inject('postgresUrl')) });
    expect(text).toContain(
      'advice Legal duties: Imprint (Directive 2000/31/EC, Art. 5): Not published yet. See http://localhost:3000/dashboard/pages/imprint\n',
    );
    expect(text).not.toMatch(/problem|Apple Pay/);
  });

  test('are not known before the database is migrated, or without one', async () => {
    const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });
    expect(await found(checkDuties, { DATABASE_URL: url })).toMatch(/^unknown Legal duties: /);
    expect(await found(checkDuties, {})).toBe('');
  });
});

describe.runIf(isRedisInstalled)('Redis', () => {
  test('can lack persistence, and evict jobs', async () => {
    const redis = await startRedis(await freePort());
    closing.push(redis.remove);
    expect(await found(checkRedis, { REDIS_URL: redis.url })).toMatch(
      /^ok Redis [\d.]+\nok Redis: appendonly is on\nok Redis: maxmemory-policy is noeviction\n$/,
    );
    const client = new Redis(redis.url);
    await client.config('SET', 'appendonly', 'no');
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    client.disconnect();
    const text = await found(checkRedis, { REDIS_URL: redis.url });
    expect(text).toContain('problem Redis: appendonly is off');
    expect(text).toContain('problem Redis: maxmemory-policy is allkeys-lru');
  });
});

test('Redis can be unreachable', async () => {
  const text = await found(checkRedis, { REDIS_URL: await nowhere('redis') });
  expect(text).toMatch(/^problem Redis can't be reached: .*ECONNREFUSED.*: check REDIS_URL and the server\n$/);
});

test('the files can be unwritable', async () => {
  await writeFile(join(folder, 'file'), '');
  const text = await found(checkFiles, { DATA_DIR: join(folder, 'file/data') });
  expect(text).toMatch(/^problem DATA_DIR .* is not writable: ENOTDIR: create it/);
  expect(await found(checkFiles, { DATA_DIR: folder })).toMatch(/^ok DATA_DIR .* is writable\nok Disk: /);
});

test.runIf(isSwiftInstalled)('the files can be in S3, with a key that is refused or a store that is away', async () => {
  const s3 = await startS3();
  closing.push(() => s3.remove());
  const variables = s3Variables(await s3.newBucket());
  expect(await found(checkFiles, variables)).toMatch(
    /^ok S3 bucket .*: files can be written, read, listed and removed\n$/,
  );
  const refused = await found(checkFiles, { ...variables, S3_SECRET_ACCESS_KEY: 'wrong' });
  expect(refused).toMatch(/^problem .* Check the variables S3_… and the permissions of the access key\.\n$/);
  const away = await found(checkFiles, { ...variables, S3_ENDPOINT: await nowhere('http') });
  expect(away).toMatch(/^problem S3 bucket .*: Files can't be written: /);
});

describe('the mail server', () => {
  test('can be unreachable', async () => {
    const text = await found(checkMail, { SMTP_URL: await nowhere('smtp') });
    expect(text).toMatch(/^problem Mail: .* can't be used: .*ECONNREFUSED.*: check SMTP_URL and the server\n$/);
  });

  test('can refuse the login or the sender', async () => {
    const server = new SMTPServer({
      hideSTARTTLS: true,
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'shop' }) : done(new Error('Invalid login')),
      onMailFrom: ({ address }, _session, done) => done(new Error(`${address} is not yours`)),
    });
    server.listen(0, '127.0.0.1');
    closing.push(() => server.close(() => {}));
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const login = (password: string) => ({ SMTP_URL: `smtp://shop:${password}@127.0.0.1:${port}` });
    expect(await found(checkMail, login('wrong'))).toMatch(/^problem Mail: .* can't be used: Invalid login/);
    expect(await found(checkMail, login('right'))).toMatch(/^ok Mail: .* accepts the login\nunknown Mail: whether/);
    const { state, text } = await checkSender('ana@example.com', readConfig(login('right')));
    expect([state, text]).toEqual(['problem', expect.stringContaining('no-reply@localhost is not yours')]);
  });
});

describe("the EU's service for VAT ids", () => {
  test('can be the local stand-in, answer, or be unreachable', async () => {
    expect(await found(checkVies, {})).toBe('ok VAT IDs: a local stand-in, which starts with `make up`\n');
    const vies = await startVies({ port: 0 });
    closing.push(() => vies.close());
    expect(await found(checkVies, { VIES_URL: vies.url })).toMatch(/^ok VAT IDs: .* answers\n$/);
    expect(await found(checkVies, { VIES_URL: `${vies.url}/old` })).toMatch(
      /^advice VAT IDs: .* responds with 404: check/,
    );
    expect(await found(checkVies, { VIES_URL: await nowhere('http') })).toMatch(/^advice VAT IDs: .*: check VIES_URL/);
  });
});

describe('the payment provider', () => {
  test('can be fine, refuse the key, or be unreachable', async () => {
    const { environment, close } = await startTestProvider({ shopUrl: 'http://localhost:3000', folder });
    closing.push(close);
    const text = await found(checkProvider, environment);
    expect(text).toMatch(/^ok Payments: the key is valid, in test mode: nothing is charged\nunknown Payments: whether/);
    expect(text).toContain("ok The clock of the payment provider agrees with this machine's");
    const refused = await found(checkProvider, { ...environment, STRIPE_SECRET_KEY: 'sk_test_other' });
    expect(refused).toMatch(/^problem Payments: .*: check STRIPE_SECRET_KEY/);
    const away = await found(checkProvider, { ...environment, STRIPE_API_URL: await nowhere('http') });
    expect(away).toMatch(/^problem Payments: .*: check STRIPE_SECRET_KEY and the way to the provider\n$/);
  });

  const webhook = (changes = {}) => ({
    url: 'https://shop.example.com/api/v1/payment/webhook',
    status: 'enabled',
    enabled_events: EVENT_TYPES,
    ...changes,
  });

  test.each([
    ['a webhook', [webhook()], 'ok Payments: a webhook is registered for https://shop.example.com/'],
    ['a webhook for all events', [webhook({ enabled_events: ['*'] })], 'ok Payments: a webhook is registered'],
    ['no webhook', [], 'problem Payments: no enabled webhook: add https://shop.example.com/api/v1/payment/webhook'],
    ['a disabled webhook', [webhook({ status: 'disabled' })], 'problem Payments: no enabled webhook'],
    [
      'a webhook without refunds',
      [webhook({ enabled_events: EVENT_TYPES.filter((type) => type !== 'charge.refunded') })],
      'problem Payments: the webhook lacks events: add charge.refunded',
    ],
  ])('can have %s', async (_what, endpoints, expected) => {
    expect(await found(checkProvider, await liveProvider(endpoints))).toContain(expected);
  });

  test('can have keys that do not fit', async () => {
    const live = await liveProvider([webhook()]);
    expect(await found(checkProvider, live)).toContain('ok Payments: the key is valid, in live mode\n');
    const mixed = await found(checkProvider, { ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_shop' });
    expect(mixed).toContain('problem Payments: one key of Stripe is live and the other one is not');
    const local = await found(checkProvider, { ...live, PUBLIC_URL: 'http://localhost:3000' });
    expect(local).toContain('problem Payments: live keys, but PUBLIC_URL is http://localhost:3000');
  });

  /** A provider that lists these endpoints. @returns the variables of a shop with live keys */
  async function liveProvider(endpoints: object[]): Promise<Record<string, string>> {
    const server = createServer(({ url }, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ object: 'list', data: url?.includes('webhook_endpoints') ? endpoints : [] }));
    }).listen(0, '127.0.0.1');
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, 'listening');
    return {
      PUBLIC_URL: 'https://shop.example.com',
      STRIPE_SECRET_KEY: 'sk_live_shop',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_shop',
      STRIPE_WEBHOOK_SECRET: 'whsec_shop',
      STRIPE_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    };
  }
});

test.each([
  ['within the request', 1_000_500, 'ok'],
  ['a few seconds off', 1_004_000, 'ok'],
  ['a minute ahead', 1_061_000, "problem The clock of the database is 60 seconds ahead of this machine's"],
  ['a minute behind', 940_000, "problem The clock of the database is 60 seconds behind this machine's"],
])('a clock %s is judged', (_when, time, expected) => {
  const { state, text } = compareClocks('of the database', time, 1_000_000, 1_001_000);
  expect(`${state} ${text}`).toMatch(new RegExp(`^${expected}`));
});
