import { describe, expect, test } from 'vitest';
import { intentOf, PaymentsFixture } from '../payments/payments.fixture.ts';
import { reconcilePayments } from './reconciliation.service.ts';

const fixture = await PaymentsFixture.use();

describe('the reconciliation', () => {
  test('cancels what nobody began to pay within a day, with its payment', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await reconcilePayments(
      { em: fixture.shop.em(), provider: fixture.shop.provider },
      { olderThan: 0, abandonedAfter: 0 },
    );
    expect((await fixture.orders())[0]?.state).toBe('canceled');
    const intent = await fixture.shop.provider.paymentIntents.retrieve(intentOf(body.clientSecret));
    expect(intent.status).toBe('canceled');
  });

  test('asks about no further order when its time is up, and goes on with those the next time', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const waiting: string[] = [];
    // Less than the ten minutes after which the shop's own workers ask.
    for (const minutes of [9, 8]) {
      const { token } = await fixture.shop.registerAndLogIn();
      const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100, 'EUR', token);
      await fixture.setOrder(body.orderId, `checked_at = now() - interval '${minutes} minutes'`);
      waiting.push(body.orderId);
    }
    const reconcile = () =>
      reconcilePayments({ em: fixture.shop.em(), provider: fixture.shop.provider }, { olderThan: 420_000, within: 0 });
    const stillWaiting = async () => {
      const rows = await fixture.shop
        .em()
        .execute<{ id: string }[]>(`select id from shop_order where checked_at < now() - interval '7 minutes'`);
      return rows.map(({ id }) => id);
    };
    await reconcile();
    expect(await stillWaiting()).toEqual(waiting.slice(1));
    await reconcile();
    expect(await stillWaiting()).toEqual([]);
  });

  test('leaves alone what is being paid', async () => {
    await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await reconcilePayments({ em: fixture.shop.em(), provider: fixture.shop.provider }, { olderThan: 0 });
    expect((await fixture.orders())[0]?.state).toBe('pending');
  });

  test('settles the others when one can’t be settled, says so, and does not ask for it at once again', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret);
    const stranger = await fixture.shop.registerAndLogIn();
    const unknown = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100, 'EUR', stranger.token);
    await fixture.shop
      .em()
      .execute(`update shop_order set payment_intent_id = 'pi_unknown', checked_at = '2000-01-01' where id = ?`, [
        unknown.body.orderId,
      ]);
    const deps = { em: fixture.shop.em(), provider: fixture.shop.provider };
    await expect(reconcilePayments(deps, { olderThan: 0 })).rejects.toThrow('1 orders could not be settled');
    expect((await fixture.orders())[0]?.state).toBe('paid');
    await reconcilePayments(deps);
    await fixture.shop.em().execute(`update shop_order set state = 'canceled' where id = ?`, [unknown.body.orderId]);
  });

  test('finds an order that was declined and then paid by another card, of which no webhook told', async () => {
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret, 'pm_card_chargeDeclined').catch(() => {});
    await fixture.untilState('failed');
    await fixture.untilTold(intentOf(body.clientSecret));
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    await fixture.payWith(body.clientSecret);
    await fixture.setOrder(
      body.orderId,
      `created_at = now() - interval '1 hour', checked_at = now() - interval '11 minutes'`,
    );
    await reconcilePayments({ em: fixture.shop.em(), provider: fixture.shop.provider });
    expect((await fixture.orders())[0]?.state).toBe('paid');
    await fixture.shop.untilCalm();
    expect(await fixture.confirmations()).toBe(1);
  });

  test('asks less often about what stays open for longer', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret);
    const deps = { em: fixture.shop.em(), provider: fixture.shop.provider };
    const stateAfter = async (sinceAsked: string) => {
      await fixture.setOrder(
        body.orderId,
        `created_at = now() - interval '2 days', checked_at = now() - interval '${sinceAsked}'`,
      );
      await reconcilePayments(deps);
      return (await fixture.orders())[0]?.state;
    };
    expect(await stateAfter('110 minutes')).toBe('pending');
    expect(await stateAfter('130 minutes')).toBe('paid');
  });

  test('gives up what was begun and left for three days, and not before', async () => {
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    const intent = await fixture.payWith(body.clientSecret, 'pm_card_authenticationRequired');
    expect(intent.status).toBe('requires_action');
    await fixture.untilTold(intent.id);
    const deps = { em: fixture.shop.em(), provider: fixture.shop.provider };
    const stateAt = async (days: number) => {
      await fixture.setOrder(
        body.orderId,
        `created_at = now() - interval '${days} days', checked_at = now() - interval '1 day'`,
      );
      await reconcilePayments(deps);
      return (await fixture.orders())[0]?.state;
    };
    expect(await stateAt(2)).toBe('pending');
    expect(await stateAt(4)).toBe('canceled');
    expect((await fixture.shop.provider.paymentIntents.retrieve(intent.id)).status).toBe('canceled');
  });

  test('asks only about orders that have waited for ten minutes', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret);
    await reconcilePayments({ em: fixture.shop.em(), provider: fixture.shop.provider });
    expect((await fixture.orders())[0]?.state).toBe('pending');
  });
});
