import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProvider, type TestProvider } from './harness.ts';

let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider();
});

afterAll(() => provider.close());

const price = { amount: 1999, currency: 'usd' };

test('lists are paged, newest first, in both directions', async () => {
  const stripe = provider.stripe();
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.unshift((await stripe.paymentIntents.create(price)).id);
  const first = await stripe.paymentIntents.list({ limit: 2 });
  expect(first).toMatchObject({ has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] });
  const second = await stripe.paymentIntents.list({ limit: 2, starting_after: String(ids[1]) });
  expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2, 4));
  const back = await stripe.paymentIntents.list({ limit: 2, ending_before: String(ids[3]) });
  expect(back).toMatchObject({ has_more: true, data: [{ id: ids[1] }, { id: ids[2] }] });
});

test.each(['starting_after', 'ending_before'])(
  '%s with an unknown id is an error, not an empty page',
  async (parameter) => {
    const stripe = provider.stripe();
    await expect(stripe.paymentIntents.list({ [parameter]: 'pi_none' })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'resource_missing',
      param: parameter,
      message: "No such payment_intent: 'pi_none'",
    });
    const { id } = await stripe.paymentIntents.create(price);
    await expect(stripe.events.list({ [parameter]: id })).rejects.toMatchObject({ message: `No such event: '${id}'` });
  },
);
