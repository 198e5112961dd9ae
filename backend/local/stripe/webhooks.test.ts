import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEYS, openStripe, startTestProvider, type TestProvider } from './harness.ts';

let provider: TestProvider;

beforeEach(async () => {
  provider = await startTestProvider();
});

afterEach(() => provider.close());

const price = { amount: 1999, currency: 'eur' };
const paid = { ...price, confirm: true, payment_method: 'pm_card_visa' };

function receivedTypes(): string[] {
  return provider.received.map(({ event }) => event.type);
}

test('sends each event once, signed, and lists it', async () => {
  const stripe = provider.stripe();
  const intent = await stripe.paymentIntents.create(price);
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }).catch(() => null);
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  await stripe.refunds.create({ payment_intent: intent.id });
  const expected = [
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'charge.succeeded',
    'payment_intent.succeeded',
    'charge.refunded',
  ];
  await expect.poll(() => receivedTypes().sort()).toEqual([...expected].sort());
  for (const { payload, signature, event } of provider.received) {
    expect(stripe.webhooks.constructEvent(payload, signature, KEYS.webhookSecret).id).toBe(event.id);
    expect(() => stripe.webhooks.constructEvent(`${payload} `, signature, KEYS.webhookSecret)).toThrow();
  }
  const { data } = await stripe.events.list({ limit: 100 });
  expect(data.map(({ type }) => type).reverse()).toEqual(expected);
  const succeeded = await stripe.events.list({ types: ['payment_intent.succeeded'], created: { gte: intent.created } });
  expect(succeeded.data).toMatchObject([{ data: { object: { id: intent.id, status: 'succeeded' } } }]);
  expect(await stripe.events.retrieve(String(succeeded.data[0]?.id))).toMatchObject({
    type: 'payment_intent.succeeded',
  });
});

test('retries until the shop accepts the event', async () => {
  let failures = 3;
  provider.shop.respond = () => (failures-- > 0 ? 500 : 200);
  const stripe = provider.stripe();
  await stripe.paymentIntents.create(price);
  await expect.poll(() => provider.received).toHaveLength(4);
  const [first] = provider.received;
  for (const { event } of provider.received) expect(event.id).toBe(first?.event.id);
  await expect.poll(() => stripe.events.retrieve(String(first?.event.id))).toMatchObject({ pending_webhooks: 0 });
});

test('keeps its state across a restart and sends pending events', async () => {
  provider.shop.respond = () => 503;
  const stripe = provider.stripe();
  const idempotencyKey = 'before the restart';
  const intent = await stripe.paymentIntents.create(paid, { idempotencyKey });
  await expect.poll(() => provider.received.length).toBeGreaterThan(3);
  await provider.restart();
  const again = provider.stripe();
  expect(await again.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  expect((await again.paymentIntents.create(paid, { idempotencyKey })).id).toBe(intent.id);
  provider.received.length = 0;
  provider.shop.respond = () => 200;
  await expect.poll(() => new Set(receivedTypes()).size).toBe(3);
});

test('never sends dropped events', async () => {
  await provider.setFaults({ webhooks: { drop: true } });
  const stripe = provider.stripe();
  await stripe.paymentIntents.create(paid);
  await provider.setFaults({});
  const { id } = await stripe.paymentIntents.create(price);
  await expect.poll(() => provider.received).toHaveLength(1);
  expect(provider.received[0]?.event.data.object).toMatchObject({ id });
});

test('sends events repeatedly, late and out of order', async () => {
  await provider.setFaults({ webhooks: { duplicate: 1, reorder: true, delay: 300 } });
  const start = Date.now();
  await provider.stripe().paymentIntents.create(paid);
  await expect.poll(() => provider.received).toHaveLength(6);
  expect(Date.now() - start).toBeGreaterThanOrEqual(300);
  expect(receivedTypes()).toEqual([
    'payment_intent.succeeded',
    'payment_intent.succeeded',
    'charge.succeeded',
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.created',
  ]);
});

test('does nothing on a failure, but commits before a timeout', async () => {
  await provider.setFaults({ api: { status500Rate: 1 } });
  await expect(provider.stripe().paymentIntents.create(price)).rejects.toMatchObject({ statusCode: 500 });
  await provider.setFaults({ api: { timeoutAfterCommit: true } });
  const hasty = openStripe(provider.url, KEYS.secretKey, 2000);
  await expect(hasty.paymentIntents.create(price, { idempotencyKey: 'silent' })).rejects.toMatchObject({
    type: 'StripeConnectionError',
  });
  await provider.setFaults({});
  const { data } = await provider.stripe().paymentIntents.list();
  expect(data).toHaveLength(1);
  expect(await provider.stripe().paymentIntents.create(price, { idempotencyKey: 'silent' })).toMatchObject({
    id: data[0]?.id,
  });
});

test('replays a lost response to a retry', async () => {
  await provider.setFaults({ api: { timeoutAfterCommit: true } });
  const stripe = openStripe(provider.url, KEYS.secretKey, 2000);
  const { id, lastResponse } = await stripe.paymentIntents.create(price, { maxNetworkRetries: 1 });
  expect(lastResponse.headers['idempotent-replayed']).toBe('true');
  await provider.setFaults({});
  const { data } = await stripe.paymentIntents.list();
  expect(data.map((intent) => intent.id)).toEqual([id]);
});

test('rejects unknown faults', async () => {
  for (const body of [{ webhooks: { drop: 'perhaps' } }, { api: { latency: -1 } }, { weather: 'bad' }]) {
    expect((await provider.setFaults(body)).status).toBe(400);
  }
  const response = await fetch(`${provider.url}/control/faults`, { method: 'POST' });
  expect(response.status).toBe(401);
});
