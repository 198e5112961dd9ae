import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

test('each change sends one signed event, which can be retrieved', async () => {
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
  await vi.waitFor(() => expect(receivedTypes().sort()).toEqual([...expected].sort()), 5000);
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

test('retries an event until the shop accepts it', async () => {
  let refusals = 3;
  provider.shop.answer = () => (refusals-- > 0 ? 500 : 200);
  const stripe = provider.stripe();
  await stripe.paymentIntents.create(price);
  await vi.waitFor(() => expect(provider.received).toHaveLength(4), 5000);
  const [first] = provider.received;
  for (const { event } of provider.received) expect(event.id).toBe(first?.event.id);
  await vi.waitFor(async () => {
    expect(await stripe.events.retrieve(String(first?.event.id))).toMatchObject({ pending_webhooks: 0 });
  }, 5000);
});

test('keeps its state over a restart, and sends what was pending', async () => {
  provider.shop.answer = () => 503;
  const stripe = provider.stripe();
  const idempotencyKey = 'before the restart';
  const intent = await stripe.paymentIntents.create(paid, { idempotencyKey });
  await vi.waitFor(() => expect(provider.received.length).toBeGreaterThan(3), 5000);
  await provider.restart();
  const again = provider.stripe();
  expect(await again.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  expect((await again.paymentIntents.create(paid, { idempotencyKey })).id).toBe(intent.id);
  provider.received.length = 0;
  provider.shop.answer = () => 200;
  await vi.waitFor(() => expect(new Set(receivedTypes()).size).toBe(3), 5000);
});

test('never sends a dropped event unless it is resent', async () => {
  await provider.control('POST', '/faults', { webhooks: { drop: true } });
  const stripe = provider.stripe();
  await stripe.paymentIntents.create(paid);
  await provider.control('DELETE', '/faults');
  const { id } = await stripe.paymentIntents.create(price);
  await vi.waitFor(() => expect(provider.received).toHaveLength(1), 5000);
  expect(provider.received[0]?.event.data.object).toMatchObject({ id });

  const { data } = await stripe.events.list({ type: 'payment_intent.succeeded' });
  await provider.control('POST', '/webhooks/resend', { event: data[0]?.id });
  await vi.waitFor(() => expect(provider.received).toHaveLength(2), 5000);
  const { payload, signature } = provider.received[1] ?? { payload: '', signature: '' };
  expect(stripe.webhooks.constructEvent(payload, signature, KEYS.webhookSecret).id).toBe(data[0]?.id);
});

test('can send events repeatedly, late, and out of order', async () => {
  await provider.control('POST', '/faults', { webhooks: { duplicate: 1, reorder: true, delay: 300 } });
  const start = Date.now();
  await provider.stripe().paymentIntents.create(paid);
  await vi.waitFor(() => expect(provider.received).toHaveLength(6), 5000);
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

test('a failing API changes nothing; one that times out after its commit does', async () => {
  await provider.control('POST', '/faults', { api: { status500Rate: 1 } });
  await expect(provider.stripe().paymentIntents.create(price)).rejects.toMatchObject({ statusCode: 500 });
  await provider.control('POST', '/faults', { api: { timeoutAfterCommit: true } });
  const hasty = openStripe(provider.url, KEYS.secretKey, 2000);
  await expect(hasty.paymentIntents.create(price, { idempotencyKey: 'silent' })).rejects.toMatchObject({
    type: 'StripeConnectionError',
  });
  await provider.control('DELETE', '/faults');
  const { data } = await provider.stripe().paymentIntents.list();
  expect(data).toHaveLength(1);
  expect(await provider.stripe().paymentIntents.create(price, { idempotencyKey: 'silent' })).toMatchObject({
    id: data[0]?.id,
  });
});

test('a retry by the library gets the missed answer', async () => {
  await provider.control('POST', '/faults', { api: { timeoutAfterCommit: true } });
  const stripe = openStripe(provider.url, KEYS.secretKey, 2000);
  const { id, lastResponse } = await stripe.paymentIntents.create(price, { maxNetworkRetries: 1 });
  expect(lastResponse.headers['idempotent-replayed']).toBe('true');
  await provider.control('DELETE', '/faults');
  const { data } = await stripe.paymentIntents.list();
  expect(data.map((intent) => intent.id)).toEqual([id]);
});

test('refuses an unknown fault and keeps the current ones', async () => {
  await provider.control('POST', '/faults', { api: { latency: 5 } });
  for (const body of [{ webhooks: { drop: 'perhaps' } }, { api: { latency: -1 } }, { weather: 'bad' }]) {
    expect((await provider.control('POST', '/faults', body)).status).toBe(400);
  }
  expect(await (await provider.control('GET', '/faults')).json()).toEqual({
    webhooks: { drop: false, duplicate: 0, delay: 0, reorder: false },
    api: { status500Rate: 0, rememberedFailureRate: 0, timeoutAfterCommit: false, latency: 5 },
  });
  expect((await provider.control('POST', '/webhooks/resend', { event: 'evt_none' })).status).toBe(404);
  expect((await fetch(`${provider.url}/control/faults`)).status).toBe(401);
});
