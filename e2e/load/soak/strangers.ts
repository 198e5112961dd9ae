import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { IMAGE_BYTES_MAX } from '#contract/catalogue/picture-limits.ts';
import { brokenPng } from '../../../testing/data/pictures.ts';
import { type CallOptions, callsOf } from '../../../testing/shop/api.ts';
import type { Random } from '../../failure/chaos/random.ts';
import type { Street } from './visitors.ts';

/** Milliseconds between two requests of a stranger. */
const PAUSE = { min: 200, max: 800 };
/** Requests of one account: broken pictures are limited per account. */
const REQUESTS_PER_ACCOUNT = 60;
const TOO_MANY = 429;

/** Who is at the door: a shopper's account, and an address of its own, so that only its own limits apply to it. */
type Stranger = { url: string; token: string; address: string };

type Attempt = {
  name: string;
  send(stranger: Stranger): Promise<number | null>;
  /** Null is a connection that the stranger or the shop has closed. */
  expected: readonly (number | null)[];
};

const attempts: readonly Attempt[] = [
  { name: 'an unknown email', send: (who) => post(who, '/user/login', newAccount()), expected: [401, TOO_MANY] },
  { name: 'an invalid account', send: (who) => post(who, '/user/register', {}), expected: [422, TOO_MANY] },
  { name: 'a body that is not JSON', send: (who) => post(who, '/user/login', '{'), expected: [400] },
  { name: 'a missing product', send: (who) => get(who, `/products/single/${crypto.randomUUID()}`), expected: [404] },
  { name: 'an unknown address', send: (who) => get(who, '/nothing'), expected: [404] },
  { name: 'the users, as a visitor', send: (who) => get({ ...who, token: '' }, '/admin/user'), expected: [401] },
  { name: 'the users, as a shopper', send: (who) => get(who, '/admin/user'), expected: [403] },
  { name: 'an ended session', send: (who) => post({ ...who, token: 'ended' }, '/payment', {}), expected: [401] },
  { name: 'a forged webhook', send: sendForgedWebhook, expected: [400] },
  { name: 'a text as a picture', send: (who) => upload(who, 'no picture'), expected: [415, TOO_MANY] },
  { name: 'a broken picture', send: async (who) => upload(who, await brokenPng()), expected: [200, TOO_MANY] },
  { name: 'a picture that is too large', send: sendLargePicture, expected: [413, TOO_MANY, null] },
  { name: 'half a body', send: ({ url }) => sendRaw(url, HALF_A_BODY), expected: [null] },
  { name: 'bytes that are not HTTP', send: ({ url }) => sendRaw(url, 'nonsense\r\n\r\n'), expected: [400, null] },
  { name: 'a response that is not read', send: leaveEarly, expected: [null] },
];

/** Sends what the shop has to refuse, and leaves in the middle of requests and responses, until the shop closes. */
export async function harass(street: Street, random: Random): Promise<void> {
  while (street.isOpen()) {
    const address = `198.18.${random.integer(0, 255)}.${random.integer(1, 254)}`;
    const stranger = await enter({ url: street.url, token: '', address });
    for (let sent = 0; sent < REQUESTS_PER_ACCOUNT && street.isOpen(); sent += 1) {
      const { name, send, expected } = random.pick(attempts);
      const status = await send(stranger).catch(() => null);
      if (!expected.includes(status)) street.fail(`${name} returned ${status}`);
      await pause(random.integer(PAUSE.min, PAUSE.max));
    }
  }
}

function newAccount() {
  const username = `stranger-${crypto.randomUUID()}`;
  return { username, email: `${username}@example.com`, password: 'correct horse' };
}

/** Registers a new account, and logs it in. */
async function enter(who: Stranger): Promise<Stranger> {
  const account = newAccount();
  await post(who, '/user/register', account);
  const { body } = await call(who, 'POST', '/user/login', { body: account });
  return { ...who, token: body.token ?? '' };
}

function call({ url, token, address }: Stranger, method: string, path: string, options: CallOptions = {}) {
  const headers = { ...options.headers, 'X-Forwarded-For': address };
  return callsOf(url)(method, path, { ...options, token: token || null, headers });
}

async function get(who: Stranger, path: string): Promise<number> {
  return (await call(who, 'GET', path)).status;
}

async function post(who: Stranger, path: string, body: object | string): Promise<number> {
  return (await call(who, 'POST', path, { body })).status;
}

async function sendForgedWebhook(who: Stranger): Promise<number> {
  const body = { id: 'evt_forged', type: 'payment_intent.succeeded' };
  const headers = { 'Stripe-Signature': `t=${Math.floor(Date.now() / 1000)},v1=00` };
  return (await call({ ...who, token: '' }, 'POST', '/payment/webhook', { body, headers })).status;
}

async function upload(who: Stranger, file: string | Uint8Array): Promise<number> {
  const form = new FormData();
  form.set('data', '{}');
  form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'avatar.png');
  return (await call(who, 'PUT', '/user/editUser', { form })).status;
}

/** The shop may close the connection before all is sent. */
async function sendLargePicture(who: Stranger): Promise<number | null> {
  const file = Buffer.concat([await brokenPng(), Buffer.alloc(IMAGE_BYTES_MAX)]);
  return upload(who, file).catch(() => null);
}

const HALF_A_BODY = [
  'POST /api/v1/user/login HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  'Content-Length: 1000',
  '',
  '{"email":',
].join('\r\n');

/** How long a stranger waits for a response to a request that is not complete, in milliseconds. */
const PATIENCE = 500;

/** Sends bytes and leaves. @returns the status of the response, if there is one */
async function sendRaw(url: string, bytes: string): Promise<number | null> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  await Promise.race([once(socket, 'close'), pause(PATIENCE)]);
  socket.destroy();
  const status = /^HTTP\/1\.1 (\d+)/.exec(received)?.[1];
  return status === undefined ? null : Number(status);
}

async function leaveEarly({ url }: Stranger): Promise<null> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/v1/products`, { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  return null;
}
