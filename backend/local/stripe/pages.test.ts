import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestProvider, type TestProvider } from './harness.ts';

let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider();
});

afterAll(() => provider.close());

/** A payment that waits for its card's owner. */
function waitForOwner(returnUrl?: string): Promise<Stripe.PaymentIntent> {
  return provider.stripe().paymentIntents.create({
    amount: 1999,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_threeDSecure2Required',
    ...(returnUrl && { return_url: returnUrl }),
  });
}

function answer({ id, client_secret: secret }: Stripe.PaymentIntent, outcomes: string[]): Promise<Response> {
  const body = new URLSearchParams([
    ['payment_intent_client_secret', String(secret)],
    ...outcomes.map((outcome) => ['outcome', outcome]),
  ]);
  return fetch(`${provider.url}/authenticate/${id}`, { method: 'POST', body, redirect: 'manual' });
}

test.each([[['perhaps']], [[]], [['']], [['complete', 'fail']]])(
  'the outcome %o is none, and changes nothing',
  async (outcomes) => {
    const intent = await waitForOwner('https://shop.example/done');
    expect((await answer(intent, outcomes)).status).toBe(400);
    expect(await provider.stripe().paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_action' });
    expect((await answer(intent, ['complete'])).status).toBe(303);
    expect(await provider.stripe().paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  },
);

test('the page of a finished payment redirects with its result', async () => {
  const intent = await waitForOwner('https://shop.example/done?order=7');
  const page = String(intent.next_action?.redirect_to_url?.url);
  await provider.stripe().paymentIntents.cancel(intent.id);
  const response = await fetch(page, { redirect: 'manual' });
  expect(response.status).toBe(302);
  const returned = new URL(String(response.headers.get('location')));
  expect(returned.origin).toBe('https://shop.example');
  expect(Object.fromEntries(returned.searchParams)).toEqual({
    order: '7',
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: 'failed',
  });
});

test('a bad request is answered and not logged as an error', async () => {
  const logged = vi.spyOn(provider.options.log, 'error');
  const intent = await waitForOwner();
  const secret = new URLSearchParams({ payment_intent_client_secret: String(intent.client_secret) });
  const response = await fetch(`${provider.url}/authenticate/${intent.id}?${secret}`);
  expect({ status: response.status, said: await response.text() }).toEqual({
    status: 400,
    said: 'This payment has no address to return to.',
  });
  expect(logged).not.toHaveBeenCalled();
});
