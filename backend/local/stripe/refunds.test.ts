import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProvider, type TestProvider } from './harness.ts';

let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider();
});

afterAll(() => provider.close());

const price = { amount: 1999, currency: 'usd' };

describe('refunds', () => {
  test('can be partial but never exceed the payment', async () => {
    const stripe = provider.stripe();
    const paid = await stripe.paymentIntents.create({ ...price, confirm: true, payment_method: 'pm_card_visa' });
    const part = await stripe.refunds.create({ payment_intent: paid.id, amount: 999 });
    expect(part).toMatchObject({ amount: 999, status: 'succeeded', payment_intent: paid.id });
    await expect(stripe.refunds.create({ payment_intent: paid.id, amount: 1001 })).rejects.toMatchObject({
      message: 'Refund amount ($10.01) is greater than unrefunded amount on charge ($10.00)',
    });
    const rest = await stripe.refunds.create({ payment_intent: paid.id });
    expect(rest.amount).toBe(1000);
    await expect(stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge'] });
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 1999 });
    const { data } = await stripe.refunds.list({ payment_intent: paid.id });
    expect(data.map(({ id }) => id)).toEqual([rest.id, part.id]);
    expect(await stripe.refunds.retrieve(part.id)).toMatchObject({ id: part.id, amount: 999 });
  });

  test('of an unpaid payment are rejected', async () => {
    const stripe = provider.stripe();
    const { id } = await stripe.paymentIntents.create(price);
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      message: `This PaymentIntent (${id}) does not have a successful charge to refund.`,
    });
  });
});
