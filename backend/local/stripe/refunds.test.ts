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

  test('fail on demand, which gives the payment its money back', async () => {
    const stripe = provider.stripe();
    const { id: paid } = await stripe.paymentIntents.create({
      ...price,
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    const { id } = await stripe.refunds.create({ payment_intent: paid, amount: 999 });
    expect((await provider.control(`refunds/${id}/fail`)).status).toBe(200);
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed', failure_reason: expect.any(String) });
    const { latest_charge } = await stripe.paymentIntents.retrieve(paid, { expand: ['latest_charge'] });
    expect(latest_charge).toMatchObject({ amount_refunded: 0 });
    const { data } = await stripe.events.list({ types: ['refund.failed', 'charge.refund.updated'] });
    expect(data.map(({ data: { object } }) => (object as { id: string }).id)).toEqual([id, id]);
    expect((await provider.control(`refunds/${id}/fail`)).status).toBe(400);
  });
});

describe('disputes', () => {
  async function open(): Promise<{ paid: string; dispute: string }> {
    const { id: paid } = await provider
      .stripe()
      .paymentIntents.create({ ...price, confirm: true, payment_method: 'pm_card_visa' });
    const { id: dispute } = (await (await provider.control('disputes', { payment_intent: paid })).json()) as {
      id: string;
    };
    return { paid, dispute };
  }

  test('are opened and closed on demand', async () => {
    const { paid, dispute } = await open();
    expect((await provider.control(`disputes/${dispute}/close`, { status: 'open' })).status).toBe(400);
    expect((await provider.control(`disputes/${dispute}/close`, { status: 'won' })).status).toBe(200);
    expect((await provider.control(`disputes/${dispute}/close`, { status: 'lost' })).status).toBe(400);
    const { data } = await provider.stripe().events.list({ limit: 2 });
    expect(data.map(({ type, data: { object } }) => [type, object])).toMatchObject([
      ['charge.dispute.closed', { id: dispute, status: 'won', amount: 1999 }],
      ['charge.dispute.created', { id: dispute, status: 'needs_response', payment_intent: paid }],
    ]);
    expect((await provider.stripe().refunds.create({ payment_intent: paid })).status).toBe('succeeded');
  });

  test('keep their payments from being refunded until they are won', async () => {
    const { paid, dispute } = await open();
    const refund = () => provider.stripe().refunds.create({ payment_intent: paid });
    await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' });
    await provider.control(`disputes/${dispute}/close`, { status: 'lost' });
    await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' });
  });
});
