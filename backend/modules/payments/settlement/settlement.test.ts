import { describe, expect, test } from 'vitest';
import { mailsTo } from '../../../../testing/data/mails.ts';
import { intentOf, PaymentsFixture } from '../../../../testing/data/payments.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { openOrder } from '../../orders/placing/orders.service.ts';

const fixture = await PaymentsFixture.use();

describe('a payment', () => {
  const cart = () => [{ productId: fixture.laptop, count: 1 }];

  test('that succeeds marks the order as paid by webhook and sends one confirmation', async () => {
    const { body } = await fixture.pay(cart(), 100);
    await fixture.payWith(body.clientSecret);
    await fixture.untilState('paid');
    await fixture.shop.untilCalm();
    expect(await fixture.confirmations()).toBe(1);
  });

  test('in another currency is confirmed in that currency, line by line', async () => {
    const items = [
      { productId: fixture.laptop, count: 2 },
      { productId: fixture.cable, count: 1 },
    ];
    const { body } = await fixture.pay(items, 218.55, 'USD');
    await fixture.payWith(body.clientSecret);
    await fixture.untilState('paid');
    await fixture.shop.untilCalm();
    const { url } = fixture.shop.mailbox;
    const [mail] = await mailsTo(url, fixture.shopper.email, /is confirmed$/);
    const html = await (await fetch(`${url}/mails/${mail?.file}/body`)).text();
    expect(html.match(/[$€\d.,]*\d\.\d\d[$€]?/g)).toEqual(['$218.00', '$0.55', '$218.55', '$218.55']);
    expect(html.match(/>Fine</g)).toHaveLength(2);
  });

  test('that is declined leaves an order that can still be paid', async () => {
    const { body } = await fixture.pay(cart(), 100);
    await expect(fixture.payWith(body.clientSecret, 'pm_card_chargeDeclined')).rejects.toThrow(
      'Your card was declined.',
    );
    await fixture.untilState('failed');
    const again = await fixture.pay(cart(), 100);
    expect(again.body.clientSecret).toBe(body.clientSecret);
    await fixture.payWith(again.body.clientSecret);
    await fixture.untilState('paid');
  });

  test('of one cart in two tabs is charged once', async () => {
    const [one, two] = await Promise.all([fixture.pay(cart(), 100), fixture.pay(cart(), 100)]);
    const outcomes = await Promise.allSettled([
      fixture.payWith(one.body.clientSecret),
      fixture.payWith(two.body.clientSecret),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await fixture.untilState('paid');
    expect(await fixture.orders()).toHaveLength(1);
  });

  test('is found when the same cart is paid again before the webhook arrives', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay(cart(), 100);
    await fixture.payWith(body.clientSecret);
    const again = await fixture.pay(cart(), 100);
    expect(again.status).toBe(409);
    expect((await fixture.orders()).map(({ state }) => state)).toEqual(['paid']);
  });

  test('that is refunded at the provider marks the order as refunded and emails the shopper', async () => {
    const { body } = await fixture.pay(cart(), 100);
    await fixture.payWith(body.clientSecret);
    await fixture.untilState('paid');
    await fixture.shop.provider.refunds.create({ payment_intent: intentOf(body.clientSecret) });
    await fixture.untilState('refunded');
    await fixture.shop.untilCalm();
    const mails = await mailsTo(fixture.shop.mailbox.url, fixture.shopper.email, /order/i);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(/^Order \d+ is confirmed$/),
      expect.stringMatching(/^Your refund for order \d+$/),
    ]);
  });
});

describe('an order replaced by another cart', () => {
  const carts = () => ({
    replaced: [{ productId: fixture.laptop, count: 1 }],
    chosen: [{ productId: fixture.laptop, count: 2 }],
  });

  async function expectChargedAsStored(): Promise<void> {
    const stored = () =>
      fixture.shop
        .em()
        .execute<{ state: string; intent: string }[]>(
          'select state, payment_intent_id as intent from shop_order where user_id = ?',
          [fixture.shopper.userId],
        );
    for (const { intent } of await stored()) await fixture.untilHandled(intent);
    for (const { state, intent } of await stored()) {
      const { status } = await fixture.shop.provider.paymentIntents.retrieve(intent);
      expect([state, status]).toBeOneOf([
        ['paid', 'succeeded'],
        ['canceled', 'canceled'],
        ['pending', 'requires_payment_method'],
      ]);
    }
  }

  test("can't be charged, even if its payment is being created at that moment", async () => {
    const { replaced, chosen } = carts();
    await fixture.shop.setFaults({ api: { latency: 1000 } });
    const slow = fixture.pay(replaced, 100);
    await waitFor('the order to be stored', async () => (await fixture.orders()).length === 1);
    await fixture.shop.setFaults({});
    const quick = await fixture.pay(chosen, 200);
    for (const { body } of [await slow, quick]) await fixture.payWith(body.clientSecret).catch(() => {});
    await expectChargedAsStored();
  });

  test('is canceled when several are opened concurrently, and the newest survives', async () => {
    const { replaced, chosen } = carts();
    await fixture.shop.setFaults({ api: { latency: 300 } });
    await Promise.all([fixture.pay(replaced, 100), fixture.pay(chosen, 200), fixture.pay(replaced, 109, 'USD')]);
    await fixture.shop.setFaults({});
    expect((await fixture.orders()).map(({ state }) => state)).toEqual(['pending', 'canceled', 'canceled']);
    await expectChargedAsStored();
  });

  test('is canceled with its payment, even if the payment was never attached', async () => {
    const { replaced, chosen } = carts();
    const cart = { currency: 'EUR' as const, amount: 100, items: replaced, delivery: null, note: '' };
    const request = { ...cart, shippingMethod: 'pickup', discountCode: '' };
    const opening = await openOrder(fixture.shop.em(), fixture.shopper.userId, request);
    if ('replaced' in opening) throw new Error('There is an order already');
    const { id, number } = opening.order;
    const unattached = await fixture.shop.provider.paymentIntents.create(
      {
        amount: 10_000,
        currency: 'eur',
        metadata: { orderId: id, orderNumber: String(number) },
        automatic_payment_methods: { enabled: true },
      },
      { idempotencyKey: `order-${id}` },
    );
    await fixture.pay(chosen, 200);
    expect((await fixture.shop.provider.paymentIntents.retrieve(unattached.id)).status).toBe('canceled');
    await expectChargedAsStored();
  });
});
