import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../backend/local/ports.ts';
import { brokenPng } from '../../testing/data/pictures.ts';
import { prepareProcesses } from '../../testing/processes/processes.ts';
import { callsOf } from '../../testing/shop/api.ts';
import { waitFor } from '../../testing/wait.ts';

const shop = await prepareProcesses(null);
const database = new pg.Client(shop.databaseUrl);
const call = callsOf(shop.url);

/** Everything that must stay secret, by what it is. */
const secrets = {
  'the password of the shopper': 'correct horse battery staple',
  'the next password of the shopper': 'battery staple correct horse',
  'a mistyped password': 'correct hose battery staple',
  'the password of the admin': 'the password of the admin',
  'the password of the operator': 'the password of the operator',
  'the token of Prometheus': 'token-of-prometheus',
  'the password of the database': new URL(shop.databaseUrl).password,
  'the password of the mail server': 'password-of-the-mail-server',
};

const refused = 'refused@example.com';
const shopper = { email: 'ana@example.com', username: 'ana', password: secrets['the password of the shopper'] };

/** The reset tokens in the mails to each address. */
const resetTokens = new Map<string, string>();

/** A mail server that quotes a mail as it refuses it, as filters of spam do. */
const mailServer = new SMTPServer({
  hideSTARTTLS: true,
  allowInsecureAuth: true,
  onAuth: (_login, _session, done) => done(null, { user: 'shop' }),
  onData(stream, _session, done) {
    receive(stream.toArray()).then((refusal) => done(refusal), done);
  },
});

async function receive(chunks: Promise<Buffer[]>): Promise<Error | null> {
  const { to = [], text = '' } = await PostalMime.parse(Buffer.concat(await chunks));
  const address = to[0]?.address ?? '';
  const [link, token] = /http\S+\/resetPassword\/([\w-]+)/.exec(text) ?? [];
  if (token !== undefined) resetTokens.set(address, token);
  return address === refused ? Object.assign(new Error(`5.7.1 Listed: ${link}`), { responseCode: 550 }) : null;
}

/** Where secrets could end up. */
const places: Record<string, string> = {};

beforeAll(async () => {
  await database.connect();
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  const { port } = mailServer.server.address() as AddressInfo;
  const operationsPort = String(await freePort());
  const variables = {
    LOG_LEVEL: 'debug',
    ADMIN_PASSWORD: secrets['the password of the admin'],
    OPERATOR_PASSWORD: secrets['the password of the operator'],
    METRICS_TOKEN: secrets['the token of Prometheus'],
    SMTP_URL: `smtp://shop:${secrets['the password of the mail server']}@127.0.0.1:${port}`,
  };
  const api = await shop.startApi(variables);
  const workers = await shop.startWorkers({ ...variables, OPERATIONS_PORT: operationsPort });
  await live();
  const [{ data_directory: folder }] = await query('show data_directory');
  const queues = await waitFor('the failures of jobs', async () => {
    const text = JSON.stringify(await jobs());
    return ['The picture is broken', '550 5.7.1', 'no_more_resets'].every((part) => text.includes(part)) && text;
  });
  const operator = Buffer.from(`operator:${secrets['the password of the operator']}`).toString('base64');
  const dashboard = await fetch(
    `http://127.0.0.1:${operationsPort}/queues/api/queues?activeQueue=emails&jobsPerPage=50`,
    {
      headers: { Authorization: `Basic ${operator}` },
    },
  );
  Object.assign(places, {
    'the log of the API': api.output(),
    'the log of the workers': workers.output(),
    'the queues': queues,
    'the queue dashboard': await dashboard.text(),
    'the outbox': JSON.stringify(await query('select * from outbox_event')),
    'the log of the database': await readFile(join(String(folder), 'server.log'), 'utf8'),
  });
});

afterAll(async () => {
  await database.end();
  mailServer.close();
  await shop.close();
});

async function query(sql: string): Promise<Record<string, unknown>[] & [Record<string, unknown>]> {
  return (await database.query(sql)).rows as Record<string, unknown>[] & [Record<string, unknown>];
}

/** All rows of the queues. */
async function jobs(): Promise<unknown[]> {
  const tables = await query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'bullmq'`,
  );
  return Promise.all(tables.map(({ name }) => query(`select to_jsonb(each) from ${name} as each`)));
}

/** What shoppers, admins and attackers do, and all that can go wrong with it. */
async function live(): Promise<void> {
  const { email, password } = shopper;
  await expectStatus(200, call('POST', '/user/register', { body: shopper }));
  await expectStatus(401, call('POST', '/user/login', { body: { email, password: secrets['a mistyped password'] } }));
  const token = await logIn(password);
  await logIn(secrets['the password of the admin'], 'admin@example.com');
  await pay(token);
  await forgeWebhook();
  await upload(token);
  await resetPassword(email);
  await loseMail();
  await breakStatements();
}

async function expectStatus(status: number, response: ReturnType<typeof call>): Promise<void> {
  const { status: given, body } = await response;
  expect([given, body]).toEqual([status, expect.anything()]);
}

async function logIn(password: string, email = shopper.email): Promise<string> {
  const { body } = await call('POST', '/user/login', { body: { email, password } });
  Object.assign(secrets, { [`a session of ${email} (${Object.keys(secrets).length})`]: body.token });
  return body.token;
}

async function pay(token: string): Promise<void> {
  const id = crypto.randomUUID();
  await query(`insert into category (id, name, slug) values ('${id}', 'Laptops', 'laptops')`);
  await query(
    `insert into product (id, title, description, price_cents, category_id) values ('${id}', 'Laptop', '', 10000, '${id}')`,
  );
  const cart = (count: number) => ({ amount: 100 * count, currency: 'EUR', items: [{ productId: id, count }] });
  const { body } = await call('POST', '/payment', { token, body: cart(1) });
  Object.assign(secrets, { 'the secret of a payment': body.clientSecret });
  await shop.provider.paymentIntents.confirm(body.clientSecret.replace(/_secret_.*/, ''), {
    payment_method: 'pm_card_visa',
    return_url: 'http://localhost/order',
  });
  await waitFor('the order to be paid', async () => {
    const [{ state }] = await query('select state from shop_order');
    return state === 'paid';
  });
  await shop.setFaults({ api: { status500Rate: 1 } });
  await expectStatus(503, call('POST', '/payment', { token, body: cart(2) }));
  await shop.setFaults({});
}

async function forgeWebhook(): Promise<void> {
  const forged = { 'a forged signature': 'v1forgedforgedforged', 'a forged event': 'pi_forged_secret_forged' };
  Object.assign(secrets, forged);
  const headers = { 'Stripe-Signature': `t=1,v1=${forged['a forged signature']}` };
  await expectStatus(400, call('POST', '/payment/webhook', { headers, body: { id: forged['a forged event'] } }));
}

async function upload(token: string): Promise<void> {
  const form = new FormData();
  form.set('data', '{}');
  form.set('file', new Blob([new Uint8Array(await brokenPng())]), 'me.png');
  await expectStatus(200, call('PUT', '/user/editUser', { token, form }));
}

async function resetPassword(email: string): Promise<void> {
  const passwords = { newPassword: secrets['the next password of the shopper'] };
  const body = { ...passwords, confirmPassword: passwords.newPassword };
  await expectStatus(200, call('POST', '/user/forgotPassword', { body: { email } }));
  const token = await waitFor('the reset mail', () => resetTokens.get(email));
  await expectStatus(400, call('PATCH', `/user/resetPassword/${token}x`, { body }));
  await expectStatus(200, call('PATCH', `/user/resetPassword/${token}`, { body }));
  const wrong = { ...body, currentPassword: secrets['a mistyped password'] };
  await expectStatus(422, call('PATCH', '/user/changePassword', { token: await logIn(body.newPassword), body: wrong }));
}

async function loseMail(): Promise<void> {
  await expectStatus(
    200,
    call('POST', '/user/register', { body: { ...shopper, email: refused, username: 'refused' } }),
  );
  await expectStatus(200, call('POST', '/user/forgotPassword', { body: { email: refused } }));
  await waitFor('the refused mail', () => resetTokens.get(refused));
}

/** Statements of the API and of the workers that fail with the row in their details. */
async function breakStatements(): Promise<void> {
  const broken = { ...shopper, email: 'broken@example.com', username: 'broken' };
  await expectStatus(
    200,
    call('POST', '/user/register', { body: { ...shopper, email: 'lost@example.com', username: 'lost' } }),
  );
  await query(`alter table user_account add constraint no_more_accounts check (false) not valid`);
  await expectStatus(500, call('POST', '/user/register', { body: broken }));
  await query(`alter table password_reset_request add constraint no_more_resets check (expires_at is null) not valid`);
  await expectStatus(200, call('POST', '/user/forgotPassword', { body: { email: 'lost@example.com' } }));
}

test.each([
  ['the log of the API', 'no_more_accounts'],
  ['the log of the workers', 'no_more_resets'],
  ['the queues', 'The mail server refused the mail: 550 5.7.1'],
  ['the queue dashboard', 'passwordReset'],
  ['the outbox', 'user.passwordResetRequested'],
  ['the log of the database', 'no_more_accounts'],
])('%s still says what went wrong', (place, sign) => {
  expect(places[place]?.includes(sign)).toBe(true);
});

test('no place has a secret, a hash of a password, or the row of a failed statement', () => {
  const all = { ...secrets, ...Object.fromEntries(resetTokens), 'a hash': '$argon2', 'a row': 'Failing row contains' };
  expect(Object.keys(all).length).toBeGreaterThan(15);
  for (const [what, secret] of Object.entries(all)) {
    expect(secret.length, what).toBeGreaterThan(6);
    for (const [place, text] of Object.entries(places))
      expect(text.includes(secret), `${what} in ${place}`).toBe(false);
  }
});
