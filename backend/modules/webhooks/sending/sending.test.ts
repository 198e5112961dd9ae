import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookDeliveryView } from '#contract/integration/webhooks.ts';
import { auditTrail } from '../../../../testing/data/catalogue.ts';
import { answering, type Received, type Receiver, startReceiver } from '../../../../testing/servers/receiver.ts';
import { startTestShop } from '../../../../testing/shop/shop.ts';
import { waitFor } from '../../../../testing/wait.ts';
import type { Resolve } from '../../../core/http/public-addresses.ts';
import { createLog } from '../../../core/observability/log.ts';
import { createSecretBox } from '../../../core/process/secret-box.ts';
import { claimDue } from './claims.ts';
import { SENDING_TIMES, type SendingTimes } from './schedule.ts';
import { type Sender, startSender } from './sender.ts';

const shop = await startTestShop();
const { token, username } = await shop.admin();
const secrets = createSecretBox(null);

/** Short, so that tests don't wait for days. */
const TIMES: SendingTimes = {
  ...SENDING_TIMES,
  waits: SENDING_TIMES.waits.map(() => 50),
  rest: 20,
  poll: 50,
};

/** Where nothing listens. */
const UNUSED = 'http://127.0.0.1:1/hooks';

let receiver: Receiver;
const open: { close(): unknown }[] = [];

beforeEach(async () => {
  await shop.em().execute('delete from webhook');
  receiver = await addReceiver();
});
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function addReceiver(): Promise<Receiver> {
  const added = await startReceiver();
  open.push(added);
  return added;
}

function send(times: Partial<SendingTimes> = {}, resolve?: Resolve): Sender {
  const { database, databaseUrl } = shop;
  const addresses = { allowsLoopback: true, ...(resolve && { resolve }) };
  const log = createLog('test', 'silent');
  const sender = startSender({ database, databaseUrl, secrets, addresses, times: { ...TIMES, ...times }, log });
  open.push({ close: () => sender.close(0) });
  return sender;
}

/** Adds an endpoint, whose secret is not encrypted. */
async function addWebhook(url = receiver.url) {
  const body = { url, events: ['*'] };
  const { webhook, secret } = (await shop.call('POST', '/admin/webhook', { token, body })).body;
  await shop.em().execute('update webhook set secret = ? where id = ?', [`plain:${secret}`, webhook._id]);
  return { id: webhook._id as string, secret: secret as string };
}

const asAdmin = async (method: string, path: string, body?: object) =>
  (await shop.call(method, `/admin/${path}`, { token, ...(body && { body }) })).body;

/** @returns its `webhook-id` */
const sendTest = async (id: string): Promise<string> => (await asAdmin('POST', `webhook/${id}/test`)).webhookId;

const deliveries = async (id: string, query = ''): Promise<WebhookDeliveryView[]> =>
  (await asAdmin('GET', `webhook/${id}/deliveries${query}`)).deliveries;

const webhookOf = async (id: string) =>
  (await asAdmin('GET', 'webhook')).webhooks.find(({ _id }: { _id: string }) => _id === id);

/** The tries at an endpoint, newest first, once there are so many. */
function untilTried(id: string, count = 1): Promise<WebhookDeliveryView[]> {
  return waitFor(`${count} tries`, async () => {
    const tries = await deliveries(id, '?pageSize=100');
    return tries.length >= count ? tries : null;
  });
}

const untilReceived = (count: number, by = receiver) =>
  waitFor(`${count} requests`, () => (by.received.length >= count ? by.received : null));

function signatureOf(secret: string, { headers, body }: Received): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

describe('a delivery', () => {
  test('is signed, and logged with the answer', async () => {
    const { id, secret } = await addWebhook();
    receiver.answer = answering(200, 'Thanks');
    send();
    const webhookId = await sendTest(id);
    const [received] = await untilReceived(1);
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'WebShop-Webhooks',
      'webhook-id': webhookId,
      'webhook-signature': signatureOf(secret, received as Received),
    });
    expect(Math.abs(Number(received?.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    const body = JSON.parse(received?.body ?? '');
    const { waiting: _, ...webhook } = await webhookOf(id);
    expect(body).toEqual({ type: 'webhook.test', timestamp: expect.any(String), data: webhook });
    expect(Math.abs(Date.parse(body.timestamp) - Date.now())).toBeLessThan(60_000);
    const [delivery, ...others] = await untilTried(id);
    expect(others).toEqual([]);
    expect(delivery).toEqual({
      _id: expect.any(String),
      event: 'webhook.test',
      webhookId,
      status: 200,
      durationMs: expect.any(Number),
      response: 'Thanks',
      failure: null,
      date: expect.any(String),
      try: 1,
      nextAt: null,
      state: 'delivered',
    });
  });

  test('that fails is tried again, with the same id and the same bytes, and then given up', async () => {
    const { id, secret } = await addWebhook();
    receiver.answer = answering(500, 'Broken');
    send();
    const webhookId = await sendTest(id);
    const tries = await untilTried(id, 10);
    expect(tries.map((each) => each.try)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(tries.every(({ status, response }) => status === 500 && response === 'Broken')).toBe(true);
    expect(tries.map(({ nextAt }) => nextAt === null)).toEqual([true, ...Array(9).fill(false)]);
    expect(tries.every(({ state }) => state === 'givenUp')).toBe(true);
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([webhookId]));
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    for (const each of receiver.received) expect(each.headers['webhook-signature']).toBe(signatureOf(secret, each));
    expect(await webhookOf(id)).toMatchObject({ waiting: 0, failingSince: expect.any(String), isActive: true });
  });

  test('that succeeds after a failure ends it', async () => {
    const { id } = await addWebhook();
    receiver.answer = (received) => answering(receiver.received.length < 3 ? 503 : 204)(received);
    send();
    await sendTest(id);
    const tries = await untilTried(id, 3);
    expect(tries.map(({ status, state }) => [status, state])).toEqual([
      [204, 'delivered'],
      [503, 'delivered'],
      [503, 'delivered'],
    ]);
    expect(await webhookOf(id)).toMatchObject({ failingSince: null });
  });

  test.each([
    ['just in time', 1000, { status: 200, failure: null, state: 'delivered' }],
    ['too late', 3000, { status: null, failure: 'timeout', state: 'waiting' }],
  ])('is answered %s', async (_, delay, expected) => {
    const { id } = await addWebhook();
    receiver.answer = (received) => setTimeout(() => answering(200)(received), delay);
    send({ timeout: 2000, waits: [60_000] });
    await sendTest(id);
    expect(await untilTried(id)).toMatchObject([expected]);
  });

  test('that is never answered ends in time', async () => {
    const { id } = await addWebhook();
    receiver.answer = () => {};
    send({ timeout: 500, waits: [60_000] });
    await sendTest(id);
    const [delivery] = await untilTried(id);
    expect(delivery).toMatchObject({ status: null, failure: 'timeout', response: '' });
    expect(delivery?.durationMs).toBeGreaterThanOrEqual(490);
  });

  test('counts once its status is there, whatever its body does', async () => {
    const { id } = await addWebhook();
    receiver.answer = ({ response }) => response.writeHead(200).write('Wait');
    send({ timeout: 2000 });
    await sendTest(id);
    expect(await untilTried(id)).toMatchObject([{ status: 200, response: 'Wait', state: 'delivered' }]);
  });

  test('reads only the beginning of an answer of a gigabyte', async () => {
    const { id } = await addWebhook();
    let sent = 0;
    receiver.answer = ({ response }) => {
      const chunk = Buffer.from('č'.repeat(32_768));
      const more = () => {
        while (sent < 2 ** 30) {
          sent += chunk.length;
          if (!response.write(chunk)) return response.once('drain', more);
        }
        response.end();
      };
      response.writeHead(200);
      more();
    };
    send();
    await sendTest(id);
    expect(await untilTried(id)).toMatchObject([{ status: 200, response: 'č'.repeat(1000), state: 'delivered' }]);
    expect(sent).toBeLessThan(2 ** 24);
  });

  test('stores what an answer holds that PostgreSQL does not', async () => {
    const { id } = await addWebhook();
    receiver.answer = ({ response }) => response.writeHead(400).end(Buffer.from([0, 0xff, 0x41]));
    send({ waits: [] });
    await sendTest(id);
    expect(await untilTried(id)).toMatchObject([{ response: '\uFFFD\uFFFDA', state: 'givenUp' }]);
  });

  test('follows no redirect', async () => {
    const hidden = await addReceiver();
    const { id } = await addWebhook();
    receiver.answer = answering(302, '', { location: hidden.url });
    send({ waits: [] });
    await sendTest(id);
    expect(await untilTried(id)).toMatchObject([{ status: 302, state: 'givenUp' }]);
    expect(hidden.received).toEqual([]);
  });

  test('to a port where nothing listens has no answer', async () => {
    const { id } = await addWebhook(UNUSED);
    send({ waits: [] });
    await sendTest(id);
    expect(await untilTried(id)).toMatchObject([{ status: null, failure: 'connection', state: 'givenUp' }]);
  });

  test('looks up its name at each try, and refuses what has become private', async () => {
    const { port } = new URL(receiver.url);
    const { id } = await addWebhook(`http://tools.test:${port}/hooks`);
    let address = '127.0.0.1';
    // What was connected stays connected.
    receiver.answer = answering(500, '', { connection: 'close' });
    send({ waits: [100, 100] }, (_name, _options, callback) => {
      callback(null, [{ address, family: 4 }]);
      address = '10.0.0.1';
    });
    await sendTest(id);
    expect(await untilTried(id, 3)).toMatchObject([
      { status: null, failure: 'address' },
      { status: null, failure: 'address' },
      { status: 500, failure: null },
    ]);
    expect(receiver.received).toHaveLength(1);
  });
});

test.each(['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '10.0.0.1', '0.0.0.0'])(
  'an address that has become %s, which only looks public or local, gets nothing',
  async (host) => {
    const { id } = await addWebhook();
    const { port } = new URL(receiver.url);
    await shop.em().execute('update webhook set url = ? where id = ?', [`http://${host}:${port}/hooks`, id]);
    send({ waits: [60_000] });
    await sendTest(id);
    expect(await untilTried(id)).toMatchObject([{ status: null, failure: 'address' }]);
    expect(receiver.received).toEqual([]);
  },
);

describe('Retry-After', () => {
  test('lengthens the wait', async () => {
    const { id } = await addWebhook();
    receiver.answer = answering(429, '', { 'retry-after': '3600' });
    send();
    await sendTest(id);
    const [delivery] = await untilTried(id);
    const wait = Date.parse(delivery?.nextAt ?? '') - Date.parse(delivery?.date ?? '');
    expect(wait / 3_600_000).toBeCloseTo(1, 1);
  });

  test('does so up to a day, and shortens nothing', async () => {
    const { id } = await addWebhook();
    const after = new Date(Date.now() + 7 * 86_400_000).toUTCString();
    receiver.answer = (received) => {
      answering(503, '', { 'retry-after': receiver.received.length === 1 ? '0' : after })(received);
    };
    send({ waits: [300, 300] });
    await sendTest(id);
    const tries = await untilTried(id, 2);
    const [second, first] = tries.map(({ date, nextAt }) => Date.parse(nextAt ?? '') - Date.parse(date));
    expect(first).toBeGreaterThanOrEqual(300);
    expect((second ?? 0) / 86_400_000).toBeCloseTo(1, 1);
  });
});

describe('an endpoint that answers 410', () => {
  test('is switched off, and what waits for it is dropped', async () => {
    const { id } = await addWebhook();
    receiver.answer = answering(500);
    send({ waits: [60_000] });
    await sendTest(id);
    await untilTried(id);
    receiver.answer = answering(410);
    await sendTest(id);
    const tries = await untilTried(id, 2);
    expect(tries).toMatchObject([
      { status: 410, state: 'dropped', nextAt: null },
      { status: 500, state: 'dropped', nextAt: expect.any(String) },
    ]);
    expect(await webhookOf(id)).toMatchObject({ isActive: false, switchedOff: 'gone', waiting: 0 });
    const events = await shop.em().execute(`select payload from outbox_event where payload->>'webhookId' = ?`, [id]);
    expect(events).toMatchObject([{ payload: { reason: 'gone' } }]);
  });

  test('a test although it is switched off gets no further one', async () => {
    const { id } = await addWebhook();
    await asAdmin('PUT', `webhook/${id}`, { isActive: false });
    receiver.answer = answering(410);
    send({ waits: [60_000] });
    await sendTest(id);
    expect(await untilTried(id)).toMatchObject([{ status: 410, state: 'dropped' }]);
    expect(await webhookOf(id)).toMatchObject({ isActive: false, switchedOff: null, waiting: 0 });
  });

  test('at its former address stays on at its new one, and gets there what waits', async () => {
    const { id } = await addWebhook();
    const former = receiver;
    const present = await addReceiver();
    const edited = Promise.withResolvers<void>();
    former.answer = (received) => void edited.promise.then(() => answering(410)(received));
    send();
    await sendTest(id);
    await untilReceived(1, former);
    await asAdmin('PUT', `webhook/${id}`, { url: present.url });
    edited.resolve();
    const tries = await untilTried(id, 2);
    expect(tries).toMatchObject([
      { status: 204, state: 'delivered' },
      { status: 410, state: 'delivered' },
    ]);
    expect(await webhookOf(id)).toMatchObject({ isActive: true, switchedOff: null });
  });
});

describe('an endpoint to which nothing was delivered', () => {
  const age = (id: string, interval: string) =>
    shop.em().execute(`update webhook set failing_since = now() - interval '${interval}' where id = ?`, [id]);

  test('for five days is switched off, and what waits is sent once it is on again', async () => {
    const { id } = await addWebhook();
    receiver.answer = answering(500);
    send({ waits: Array.from({ length: 100 }, () => 200) });
    await age(id, '119 hours');
    await sendTest(id);
    await untilTried(id, 1);
    expect(await webhookOf(id)).toMatchObject({ isActive: true });
    await age(id, '121 hours');
    await waitFor('the end', async () => !(await webhookOf(id)).isActive);
    expect(await webhookOf(id)).toMatchObject({ switchedOff: 'failing' });
    receiver.answer = answering(204);
    expect((await asAdmin('PUT', `webhook/${id}`, { isActive: true })).webhook).toMatchObject({ failingSince: null });
    await expect.poll(async () => (await deliveries(id))[0]?.status).toBe(204);
  });
});

describe('the secret', () => {
  test('and the one before it sign, also a delivery that waits, for 24 hours', async () => {
    const { id, secret: first } = await addWebhook();
    receiver.answer = answering(500);
    send({ waits: [100, 100, 100, 100, 100, 100, 100, 100, 100] });
    await sendTest(id);
    await untilReceived(1);
    const { secret: second } = await asAdmin('POST', `webhook/${id}/rotate`);
    await shop.em().execute('update webhook set secret = ?', [`plain:${second}`]);
    const count = receiver.received.length;
    const received = (await untilReceived(count + 2)).at(-1) as Received;
    expect(received.headers['webhook-signature']).toBe(
      `${signatureOf(second, received)} ${signatureOf(first, received)}`,
    );
    await shop.em().execute(`update webhook set former_secret_until = former_secret_until - interval '24 hours'`);
    const later = (await untilReceived(receiver.received.length + 2)).at(-1) as Received;
    expect(later.headers['webhook-signature']).toBe(signatureOf(second, later));
    expect(later.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
  });

  test('of two rotations ago signs no longer', async () => {
    const { id, secret: first } = await addWebhook();
    await asAdmin('POST', `webhook/${id}/rotate`);
    await shop.em().execute('update webhook set secret = ?', ['plain:whsec_c2Vjb25k']);
    const { secret: third } = await asAdmin('POST', `webhook/${id}/rotate`);
    await shop.em().execute('update webhook set secret = ?', [`plain:${third}`]);
    send();
    await sendTest(id);
    const [received] = (await untilReceived(1)) as [Received];
    expect(received.headers['webhook-signature']).toBe(
      `${signatureOf(third, received)} ${signatureOf('whsec_c2Vjb25k', received)}`,
    );
    expect(received.headers['webhook-signature']).not.toContain(signatureOf(first, received));
  });
});

test('a test goes out to an inactive endpoint, and nothing else does', async () => {
  const { id } = await addWebhook();
  await asAdmin('PUT', `webhook/${id}`, { isActive: false });
  await shop.em().execute(
    `insert into webhook_delivery (id, webhook_id, event, event_id, object_id, body)
     values (gen_random_uuid(), ?, 'order.paid', gen_random_uuid(), gen_random_uuid(), '{}')`,
    [id],
  );
  send();
  await sendTest(id);
  await untilTried(id);
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['webhook.test']);
  expect(await webhookOf(id)).toMatchObject({ waiting: 1 });
});

test('a delivery can be sent again, with the same id and the same bytes, and that is recorded', async () => {
  const { id } = await addWebhook();
  send();
  await sendTest(id);
  const [delivery] = await untilTried(id);
  const { message, webhookId } = await asAdmin('POST', `webhook-delivery/${delivery?._id}/replay`);
  expect([message, webhookId]).toEqual(['Delivery queued again', delivery?.webhookId]);
  expect(await untilTried(id, 2)).toMatchObject([
    { try: 2, webhookId, state: 'delivered' },
    { try: 1, webhookId, state: 'delivered' },
  ]);
  const [first, second] = receiver.received;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  const entries = await auditTrail(shop.em(), id);
  expect(entries.find(({ action }) => action === 'webhook.replayed')).toMatchObject({ actor: username });
});

test('lists the tries page by page', async () => {
  const { id } = await addWebhook();
  send();
  for (let sent = 0; sent < 3; sent++) await sendTest(id);
  const all = await untilTried(id, 3);
  const page = await asAdmin('GET', `webhook/${id}/deliveries?page=2&pageSize=2`);
  expect(page).toMatchObject({ total: 3, deliveries: [all[2]] });
  // It has no search, so none is too long.
  expect(await deliveries(id, `?search=${'x'.repeat(1000)}`)).toEqual(all);
});

describe('senders', () => {
  /** Stores deliveries to an endpoint. */
  const store = (id: string, count: number) =>
    shop.em().execute(
      `insert into webhook_delivery (id, webhook_id, event, event_id, object_id, body)
       select gen_random_uuid(), ?, 'product.updated', gen_random_uuid(), gen_random_uuid(), '{"n":' || n || '}'
       from generate_series(1, ?) as n`,
      [id, count],
    );

  test('that share the queue send each delivery once', async () => {
    const { id } = await addWebhook();
    await store(id, 500);
    for (let started = 0; started < 3; started++) send();
    await waitFor('all', async () => (await webhookOf(id)).waiting === 0);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([500, 500]);
  });

  test('give what another one has cut off, under the same id', async () => {
    const { id } = await addWebhook();
    receiver.answer = () => {};
    const sender = send();
    const webhookId = await sendTest(id);
    await untilReceived(1);
    await sender.close(0);
    expect(await deliveries(id)).toEqual([]);
    receiver.answer = answering(204);
    send();
    expect(await untilTried(id)).toMatchObject([{ webhookId, try: 1, state: 'delivered' }]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([webhookId, webhookId]);
  });

  test('wait for tries that run while they close', async () => {
    const { id } = await addWebhook();
    receiver.answer = (received) => setTimeout(() => answering(200)(received), 300);
    const sender = send();
    await sendTest(id);
    await untilReceived(1);
    await sender.close(5000);
    expect(await deliveries(id)).toMatchObject([{ status: 200, state: 'delivered' }]);
  });

  test('take over from one that vanished, once its lease is over', async () => {
    const { id } = await addWebhook();
    const webhookId = await sendTest(id);
    expect(await claimDue(shop.em(), new Map(), 8, 2000)).toMatchObject([{ id: webhookId }]);
    expect(await claimDue(shop.em(), new Map(), 8, 2000)).toEqual([]);
    send();
    expect(await untilTried(id)).toMatchObject([{ webhookId, try: 1 }]);
  });

  test('leave what others have taken over meanwhile, but log it', async () => {
    const { id } = await addWebhook();
    const taken = Promise.withResolvers<void>();
    receiver.answer = (received) => void taken.promise.then(() => answering(200)(received));
    send();
    await sendTest(id);
    await untilReceived(1);
    await shop
      .em()
      .execute(`update webhook_delivery set next_at = now() + interval '1 hour' where webhook_id = ?`, [id]);
    taken.resolve();
    expect(await untilTried(id)).toMatchObject([{ status: 200, state: 'waiting' }]);
    expect(await webhookOf(id)).toMatchObject({ waiting: 1 });
  });

  test('let a dead endpoint with thousands of deliveries delay no other', async () => {
    const dead = await addReceiver();
    dead.answer = () => {};
    const { id: deadId } = await addWebhook(dead.url);
    const { id: refusingId } = await addWebhook(UNUSED);
    await store(deadId, 5000);
    await store(refusingId, 5000);
    send({ timeout: 1000, waits: [60_000] });
    await untilReceived(8, dead);
    const { id } = await addWebhook();
    const start = performance.now();
    // Behind the others' deliveries, each would wait for minutes.
    for (let sent = 0; sent < 20; sent++) {
      await sendTest(id);
      await untilReceived(sent + 1);
    }
    // Each failure leaves less at once, down to one a second.
    expect(dead.received.length).toBeLessThan(20 + (performance.now() - start) / 1000);
  });

  test('hurry once an endpoint is back', async () => {
    const { id } = await addWebhook();
    receiver.answer = answering(500);
    await store(id, 300);
    send();
    await untilReceived(20);
    receiver.answer = answering(204);
    await waitFor('all', async () => (await webhookOf(id)).waiting === 0);
    expect(receiver.received.length).toBeLessThan(400);
  });

  test('go on after what they cannot open', async () => {
    const broken = await addWebhook();
    await shop.em().execute(`update webhook set secret = 'sealed:xxxx' where id = ?`, [broken.id]);
    await sendTest(broken.id);
    const { id } = await addWebhook();
    send();
    await sendTest(id);
    await untilTried(id);
    expect(await deliveries(broken.id)).toEqual([]);
    expect(await webhookOf(broken.id)).toMatchObject({ waiting: 1 });
  });
});
