import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEYS, startTestProvider, type TestProvider } from './harness.ts';
import { startPaymentProvider } from './server.ts';

let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider();
});

afterAll(() => provider.close());

const price = { amount: 1999, currency: 'usd' };

describe('a payment', () => {
  test('requires a payment method when created', async () => {
    const intent = await provider.stripe().paymentIntents.create({
      ...price,
      metadata: { orderId: 'a' },
      automatic_payment_methods: { enabled: true },
    });
    expect(intent).toMatchObject({
      ...price,
      object: 'payment_intent',
      status: 'requires_payment_method',
      metadata: { orderId: 'a' },
      last_payment_error: null,
      latest_charge: null,
      next_action: null,
    });
    expect(intent.id).toMatch(/^pi_\w{24}$/);
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w+$`));
  });

  test('succeeds with a valid card, and its charge can be expanded', async () => {
    const stripe = provider.stripe();
    const { id } = await stripe.paymentIntents.create(price);
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1999 });
    expect(paid.latest_charge).toMatchObject({ object: 'charge', paid: true, refunded: false, amount: 1999 });
  });

  test.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
  ])('is declined with %s and can be paid with another card', async (method, code, declineCode, message) => {
    const stripe = provider.stripe();
    const { id } = await stripe.paymentIntents.create(price);
    const rejected = stripe.paymentIntents.confirm(id, { payment_method: method });
    await expect(rejected).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: declineCode,
      message,
      payment_intent: { id, status: 'requires_payment_method' },
    });
    const waiting = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(waiting).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code, message } });
    expect(waiting.latest_charge).toMatchObject({ paid: false, status: 'failed' });
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  test('waits for the result of 3-D Secure', async () => {
    const stripe = provider.stripe();
    const { id } = await stripe.paymentIntents.create(price);
    const waiting = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'https://shop.example/done',
    });
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    const page = await fetch(String(waiting.next_action?.redirect_to_url?.url));
    expect(await page.text()).toContain('Complete authentication');
    const body = new URLSearchParams({
      payment_intent_client_secret: String(waiting.client_secret),
      outcome: 'perhaps',
    });
    const authenticate = () =>
      fetch(`${provider.url}/authenticate/${id}`, { method: 'POST', body, redirect: 'manual' });
    expect((await authenticate()).status).toBe(400);
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_action');
    body.set('outcome', 'complete');
    expect((await authenticate()).headers.get('location')).toContain('redirect_status=succeeded');
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  });

  test("can't change once paid or canceled", async () => {
    const stripe = provider.stripe();
    const [paid, canceled] = await Promise.all([
      stripe.paymentIntents.create(price),
      stripe.paymentIntents.create(price),
    ]);
    await stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' });
    const after = await stripe.paymentIntents.cancel(canceled.id, { cancellation_reason: 'abandoned' });
    expect(after).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    const attempts = [
      stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' }),
      stripe.paymentIntents.cancel(paid.id),
      stripe.paymentIntents.confirm(canceled.id, { payment_method: 'pm_card_visa' }),
      stripe.paymentIntents.cancel(canceled.id),
    ];
    for (const result of await Promise.allSettled(attempts)) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { statusCode: 400, code: 'payment_intent_unexpected_state' },
      });
    }
  });

  test('is charged once by concurrent confirmations', async () => {
    const stripe = provider.stripe();
    const { id } = await stripe.paymentIntents.create(price);
    const attempts = ['pm_card_visa', 'pm_card_mastercard'].map((method) =>
      stripe.paymentIntents.confirm(id, { payment_method: method }),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('the provider rejects', () => {
  test.each([
    [{ amount: 49, currency: 'eur' }, 'amount_too_small', 'amount', 'Amount must be at least €0.50 eur'],
    [{ amount: 5000, currency: 'rsd' }, 'amount_too_small', 'amount', 'approximately $0.46'],
    [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'amount', 'no more than $999,999.99'],
    [{ amount: 10.5, currency: 'usd' }, 'parameter_invalid_integer', 'amount', 'Invalid integer: 10.5'],
    [{ amount: 1000, currency: 'xyz' }, undefined, 'currency', 'Invalid currency: xyz'],
    [{ currency: 'usd' }, 'parameter_missing', 'amount', 'Missing required param: amount.'],
    [{ ...price, metadta: 'x' }, 'parameter_unknown', 'metadta', 'Received unknown parameter: metadta'],
  ])('%o', async (parameters, code, param, message) => {
    const rejected = provider.stripe().rawRequest('POST', '/v1/payment_intents', parameters);
    await expect(rejected).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code,
      param,
      message: expect.stringContaining(message),
    });
  });

  test.each([
    ['eur', 50],
    ['usd', 50],
    ['rsd', 5400],
  ])('nothing at the minimum amount in %s', async (currency, amount) => {
    expect(await provider.stripe().paymentIntents.create({ amount, currency })).toMatchObject({ amount, currency });
  });

  test('unsupported calls', async () => {
    await expect(provider.stripe().customers.list()).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/customers)'),
    });
  });

  test.each(['/v2/core/accounts', '/', '/control'])('%s, as an unknown path', async (path) => {
    const response = await fetch(`${provider.url}${path}`, { method: 'POST' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.stringContaining(`(POST: ${path})`) },
    });
  });

  test('unknown ids, also as a page cursor', async () => {
    const { paymentIntents } = provider.stripe();
    const unknown = { code: 'resource_missing', message: "No such payment_intent: 'pi_none'" };
    await expect(paymentIntents.retrieve('pi_none')).rejects.toMatchObject(unknown);
    await expect(paymentIntents.list({ starting_after: 'pi_none' })).rejects.toMatchObject(unknown);
  });

  test('wrong keys', async () => {
    await expect(provider.stripe('sk_test_other').paymentIntents.list()).rejects.toMatchObject({ statusCode: 401 });
    await expect(provider.stripe(KEYS.publishableKey).paymentIntents.list()).rejects.toMatchObject({ statusCode: 403 });
  });

  test('browsers without the client secret, and hides metadata from others', async () => {
    const { id, client_secret: secret } = await provider
      .stripe()
      .paymentIntents.create({ ...price, metadata: { a: 'b' } });
    const address = `${provider.url}/v1/payment_intents/${id}?key=${KEYS.publishableKey}`;
    const seen = await (await fetch(`${address}&client_secret=${secret}`)).json();
    expect(seen).toMatchObject({ id, status: 'requires_payment_method' });
    expect(seen).not.toHaveProperty('metadata');
    expect((await fetch(address)).status).toBe(401);
    expect((await fetch(`${address}&client_secret=${id}_secret_guess`)).status).toBe(400);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '/done'])('%s as a return URL', async (returnUrl) => {
    const stripe = provider.stripe();
    const { id } = await stripe.paymentIntents.create(price);
    const rejected = stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: returnUrl });
    await expect(rejected).rejects.toMatchObject({ code: 'url_invalid', param: 'return_url' });
  });
});

test('lists are paged, newest first', async () => {
  const stripe = provider.stripe();
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) ids.unshift((await stripe.paymentIntents.create(price)).id);
  const first = await stripe.paymentIntents.list({ limit: 2 });
  expect(first).toMatchObject({ has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] });
  const second = await stripe.paymentIntents.list({ limit: 2, starting_after: String(ids[1]) });
  expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2, 4));
});

test('answers only at its own host, whatever name leads to this machine', async () => {
  const headers = { Host: 'evil.example' };
  const [response] = await once(request(`${provider.url}/stripe.js`, { headers }).end(), 'response');
  expect((response as IncomingMessage).resume().statusCode).toBe(421);
});

test('a provider on a taken port fails to start and names the variable to change', async () => {
  const port = Number(new URL(provider.url).port);
  const stateFile = `${provider.options.stateFile}-other`;
  await expect(startPaymentProvider({ ...provider.options, port, stateFile })).rejects.toThrow(
    `Port ${port} is taken: set PORT to another`,
  );
});

test('a second provider on the same file fails to start', async () => {
  await expect(startPaymentProvider(provider.options)).rejects.toThrow(
    `${provider.options.stateFile} is in use by another payment provider`,
  );
});
