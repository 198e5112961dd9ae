import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { providerNames } from '#contract/orders/payments.ts';
import { startTestProvider } from '../../../../testing/servers/provider.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { closeServer, listen } from '../../../core/http/listen.ts';
import { newId } from '../../../core/ids.ts';
import { type PaymentProvider, type ProviderEvent, ProviderLimited } from './port.ts';

/** What the shop relies on, of each provider. */
describe.each(providerNames)('the provider %s', (name) => {
  let standIn: Awaited<ReturnType<typeof startTestProvider>>;
  let provider: PaymentProvider;
  let folder: string;
  const webhooks: { body: Buffer; headers: IncomingHttpHeaders }[] = [];
  const shop = createServer(async (request, response) => {
    webhooks.push({ body: await buffer(request), headers: request.headers });
    response.end();
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'webshop-port-'));
    const shopUrl = `http://127.0.0.1:${await listen(shop, 0, '127.0.0.1', 'PORT')}`;
    standIn = await startTestProvider({ shopUrl, folder, retryDelays: [20], speaks: name });
    provider = standIn.ports[name];
  });
  afterAll(async () => {
    await standIn.close();
    await closeServer(shop);
    await rm(folder, { recursive: true });
  });
  beforeEach(() => standIn.setFaults({}));

  const order = (amount = 10_000) => ({ id: newId(), number: 1, amount, currency: 'EUR' });
  const refund = (paymentIntentId: string, orderId: string, amount: number) => ({
    id: newId(),
    orderId,
    paymentIntentId,
    amount,
  });

  /** Pays as the card form does. */
  const pay = (id: string, card = 'visa') =>
    standIn.api.paymentIntents.confirm(id, { payment_method: `pm_card_${card}`, return_url: 'http://localhost/order' });

  async function paidOrder() {
    const placed = order();
    const { id } = await provider.createPayment(placed);
    await pay(id);
    return { paymentId: id, orderId: placed.id };
  }

  const countPayments = async (orderId: string) => {
    const { data } = await standIn.api.paymentIntents.list({ limit: 100 });
    return data.filter(({ metadata }) => metadata.orderId === orderId).length;
  };

  test('creates one payment of an order, however often and at once it is asked to', async () => {
    const placed = order();
    const create = () => provider.createPayment(placed);
    const [first, ...others] = [...(await Promise.all([create(), create()])), await create()];
    expect(first).toMatchObject({ amount: 10_000, state: 'awaiting', orderId: placed.id, attemptedAt: null });
    expect(first?.isRefunded).toBe(false);
    expect(first?.clientSecret).toContain(first?.id);
    expect(others.map(({ id }) => id)).toEqual([first?.id, first?.id]);
    expect(await countPayments(placed.id)).toBe(1);
    expect(await provider.findPayment(first?.id ?? '')).toEqual(first);
  });

  test('creates no second payment of an order whose amount has changed', async () => {
    const placed = order();
    const { id } = await provider.createPayment(placed);
    await expect(provider.createPayment({ ...placed, amount: 1 })).rejects.toThrow();
    expect(await countPayments(placed.id)).toBe(1);
    expect(await provider.findPayment(id)).toMatchObject({ amount: 10_000 });
  });

  test('creates payments without an order', async () => {
    const bare = { userId: newId(), amount: 500, currency: 'EUR' };
    const [one, other] = [await provider.createBarePayment(bare), await provider.createBarePayment(bare)];
    expect([one, other]).toMatchObject([{ orderId: null }, { orderId: null }]);
    expect(one.id).not.toBe(other.id);
  });

  test('rejects an amount below its minimum with a sentence', async () => {
    await expect(provider.createPayment(order(1))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/\w+/),
    });
  });

  test('knows how far a payment is', async () => {
    const { id } = await provider.createPayment(order());
    await pay(id, 'chargeDeclined').catch(() => {});
    const declined = await provider.findPayment(id);
    expect(declined).toMatchObject({ state: 'declined', attemptedAt: expect.any(Date) });
    await pay(id, 'authenticationRequired');
    expect(await provider.findPayment(id)).toMatchObject({ state: 'confirming' });
    await pay(id);
    expect(await provider.findPayment(id)).toMatchObject({ state: 'paid', isRefunded: false });
    expect(await provider.findPayment('pi_unknown')).toBeNull();
  });

  test('cancels what is not paid, and says of the rest how far it is', async () => {
    const { id } = await provider.createPayment(order());
    expect(await provider.cancelPayment(id)).toMatchObject({ id, state: 'canceled' });
    expect(await provider.cancelPayment(id)).toMatchObject({ id, state: 'canceled' });
    const { paymentId } = await paidOrder();
    expect(await provider.cancelPayment(paymentId)).toMatchObject({ state: 'paid' });
  });

  test('makes one refund of an id, however often and at once it is asked to', async () => {
    const { paymentId, orderId } = await paidOrder();
    const part = refund(paymentId, orderId, 4000);
    const make = () => provider.createRefund(part);
    expect([...(await Promise.all([make(), make()])), await make()]).toEqual([true, true, true]);
    expect(await provider.listRefunds(paymentId)).toEqual([{ amount: 4000, refundId: part.id, isFailed: false }]);
    expect(await provider.findPayment(paymentId)).toMatchObject({ state: 'paid', isRefunded: true });
    await expect(provider.createRefund(refund(paymentId, orderId, 6001))).rejects.toMatchObject({ code: 'invalid' });
    expect(await provider.createRefund(refund(paymentId, orderId, 6000))).toBe(true);
    expect(await provider.createRefund(refund(paymentId, orderId, 1))).toBe(false);
  });

  test('says of a refund that it has failed after all', async () => {
    const { paymentId, orderId } = await paidOrder();
    await provider.createRefund(refund(paymentId, orderId, 10_000));
    const [made] = (await standIn.api.refunds.list({ payment_intent: paymentId })).data;
    await standIn.control(`refunds/${made?.id}/fail`);
    expect(await provider.listRefunds(paymentId)).toMatchObject([{ amount: 10_000, isFailed: true }]);
    expect(await provider.findPayment(paymentId)).toMatchObject({ state: 'paid', isRefunded: false });
  });

  /** The events about a payment, as webhooks tell of them. */
  const told = (paymentId: string) =>
    webhooks
      .map(({ body, headers }) => provider.readWebhook(body, headers))
      .filter((event) => event.paymentId === paymentId);

  async function listed(paymentId: string): Promise<ProviderEvent[]> {
    const found: ProviderEvent[] = [];
    const hour = 3_600_000;
    for await (const event of provider.listEvents(new Date(Date.now() - hour), new Date(Date.now() + hour))) {
      if (event.paymentId === paymentId) found.push(event);
    }
    return found;
  }

  test('lists the events that it sends, under the same ids', async () => {
    const { id } = await provider.createPayment(order());
    await pay(id, 'chargeDeclined').catch(() => {});
    await pay(id);
    const dispute = await standIn.control('disputes', { payment_intent: id, amount: 700 });
    await standIn.control(`disputes/${dispute.id}/close`, { status: 'lost' });
    const events = (await listed(id)).reverse();
    expect(events.map(({ isDecline }) => isDecline)).toEqual([true, false, false, false]);
    expect(events.flatMap(({ dispute }) => dispute ?? [])).toEqual([
      { id: dispute.id, state: 'open', amount: 700 },
      { id: dispute.id, state: 'lost', amount: 700 },
    ]);
    expect(events.map(({ type }) => provider.opensDispute(type))).toEqual([false, false, true, false]);
    await waitFor('the webhooks', async () =>
      events.every(({ id: own }) => told(id).some((event) => event.id === own)),
    );
    const byId = (one: ProviderEvent, other: ProviderEvent) => one.id.localeCompare(other.id);
    const relevant = told(id).filter((event) => events.some((own) => own.id === event.id));
    expect(relevant.sort(byId)).toEqual(events.toSorted(byId));
  });

  test('refuses webhooks that it did not sign', async () => {
    await paidOrder();
    const webhook = await waitFor('a webhook', async () => webhooks.at(-1));
    const malformed = expect.objectContaining({ code: 'malformed' });
    const forged = Buffer.concat([webhook.body, Buffer.from(' ')]);
    expect(() => provider.readWebhook(webhook.body, {})).toThrow(malformed);
    expect(() => provider.readWebhook(forged, webhook.headers)).toThrow(malformed);
    expect(() => provider.readWebhook(Buffer.from('{}'), webhook.headers)).toThrow(malformed);
  });

  test('is unavailable during an outage, and says when to try again', async () => {
    const { id } = await provider.createPayment(order());
    await standIn.setFaults({ api: { status500Rate: 1 } });
    const away = { code: 'unavailable', retryAfter: expect.any(Number) };
    await expect(provider.createPayment(order())).rejects.toMatchObject(away);
    await expect(provider.findPayment(id)).rejects.toMatchObject(away);
    await expect(listed(id)).rejects.toMatchObject(away);
  });

  test('may want fewer requests, and says for how long', async () => {
    const { id } = await provider.createPayment(order());
    await standIn.setFaults({ api: { limit: 1 } });
    const many = Promise.all(Array.from({ length: 5 }, () => provider.findPayment(id)));
    const limited = await many.catch((error: unknown) => error);
    expect(limited).toBeInstanceOf(ProviderLimited);
    expect(limited).toMatchObject({ code: 'unavailable', retryAfter: 1, pause: 1000 });
  });

  test('gives browsers what they need, from its own origins', () => {
    const { config, origins, walletOrigin } = provider.browser;
    expect(config.provider).toBe(name);
    expect([...origins, walletOrigin]).toEqual([standIn.url, standIn.url]);
  });

  test('can be examined', async () => {
    const { findings } = await provider.examine({ publicUrl: 'http://localhost', webhookUrl: 'http://localhost/hook' });
    expect(findings[0]).toMatchObject({ state: 'ok' });
    await standIn.setFaults({ api: { status500Rate: 1 } });
    await expect(provider.examine({ publicUrl: 'http://localhost', webhookUrl: '' })).rejects.toThrow();
  });
});
