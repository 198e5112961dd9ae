import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProvider, type TestProvider } from './harness.ts';

let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider();
});

afterAll(() => provider.close());

const price = { amount: 1999, currency: 'usd' };

describe('a repeated request', () => {
  test('with the same key runs once and gets the same response', async () => {
    const stripe = provider.stripe();
    const idempotencyKey = crypto.randomUUID();
    const [first, second] = await Promise.all([
      stripe.paymentIntents.create(price, { idempotencyKey }),
      stripe.paymentIntents.create({ currency: 'usd', amount: 1999 }, { idempotencyKey }),
    ]);
    const third = await stripe.paymentIntents.create(price, { idempotencyKey });
    expect([second.id, third.id]).toEqual([first.id, first.id]);
    expect(third.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  test('with the same key but other parameters is rejected', async () => {
    const stripe = provider.stripe();
    const idempotencyKey = crypto.randomUUID();
    await stripe.paymentIntents.create(price, { idempotencyKey });
    await expect(stripe.paymentIntents.create({ ...price, amount: 2000 }, { idempotencyKey })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      message: expect.stringContaining('Keys for idempotent requests can only be used with the same parameters'),
    });
  });

  test('replays a decline, but not a validation error', async () => {
    const stripe = provider.stripe();
    const [declineKey, mistakeKey] = [crypto.randomUUID(), crypto.randomUUID()];
    const { id } = await stripe.paymentIntents.create(price);
    const decline = () =>
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }, { idempotencyKey: declineKey });
    const first = await decline().catch((error) => error);
    const second = await decline().catch((error) => error);
    expect(second.charge).toBe(first.charge);
    await expect(
      stripe.paymentIntents.create({ ...price, amount: 1 }, { idempotencyKey: mistakeKey }),
    ).rejects.toMatchObject({ code: 'amount_too_small' });
    expect(await stripe.paymentIntents.create(price, { idempotencyKey: mistakeKey })).toMatchObject(price);
  });

  // Responses to invalid requests aren't stored: https://docs.stripe.com/api/idempotent_requests
  test('can correct a mistyped card number under the same key', async () => {
    const stripe = provider.stripe();
    const { id } = await stripe.paymentIntents.create(price);
    const idempotencyKey = crypto.randomUUID();
    const confirmWith = (number: string) => {
      const card = { number, exp_month: 12, exp_year: new Date().getFullYear() + 2, cvc: '123' };
      return stripe.paymentIntents.confirm(
        id,
        { payment_method_data: { type: 'card', card } } as Stripe.PaymentIntentConfirmParams,
        { idempotencyKey },
      );
    };
    await expect(confirmWith('4242424242424241')).rejects.toMatchObject({ code: 'incorrect_number' });
    expect(await confirmWith('4242424242424242')).toMatchObject({ status: 'succeeded' });
  });
});
