import Stripe from 'stripe';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { OutboxEvent } from '../../backend/core/events/outbox.entity.ts';
import { enqueueWaiting } from '../../backend/core/events/outbox.ts';
import { newId } from '../../backend/core/ids.ts';
import { settleOrder } from '../../backend/modules/orders/money/settle-order.ts';
import { preparePayment } from '../../backend/modules/payments/preparing/payments.service.ts';
import type { PaymentProvider } from '../../backend/modules/payments/provider/port.ts';
import { receiveWebhook } from '../../backend/modules/payments/webhooks/webhooks.service.ts';
import { rateProduct } from '../../backend/modules/ratings/ratings.service.ts';
import { addProduct } from '../../testing/data/catalogue.ts';
import { type LoggedIn, startTestShop } from '../../testing/shop/shop.ts';
import { interceptStatements } from '../../testing/shop/statements.ts';
import { waitFor } from '../../testing/wait.ts';

/**
 * Each scenario runs with a guard, and then without it, which must cause the failure that the guard prevents.
 * README.md lists the guards.
 */

const guards = vi.hoisted(() => ({ isOutboxInTransaction: true }));

vi.mock('../../backend/core/events/outbox.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../backend/core/events/outbox.ts')>();
  const emit: typeof original.emit = (em, name, payload) => {
    if (guards.isOutboxInTransaction) return original.emit(em, name, payload);
    // A common mistake: keep the event in memory, and write it after the commit.
    const { commit } = em.getConnection();
    vi.spyOn(em.getConnection(), 'commit').mockImplementationOnce(async function (this: unknown, ...parameters) {
      await commit.apply(this as never, parameters);
      await em.fork({ clear: true, freshEventManager: true }).insert(OutboxEvent, { id: newId(), name, payload });
    });
  };
  return { ...original, emit };
});

const shop = await startTestShop();
const entityManager = Object.getPrototypeOf(Object.getPrototypeOf(shop.em()));

afterEach(async () => {
  vi.restoreAllMocks();
  guards.isOutboxInTransaction = true;
  await shop.setFaults({});
  await shop.em().execute('truncate outbox_event');
});

async function count(table: string, parameters: unknown[] = []): Promise<number> {
  const [row] = await shop.em().execute<{ count: number }[]>(`select count(*)::int as count from ${table}`, parameters);
  return row?.count ?? 0;
}

describe("the outbox's transaction", () => {
  /** Rates in a process that dies at its n-th statement. @returns the ratings and events it leaves behind */
  async function rateAndDieAt(statement: number): Promise<{ ratings: number; events: number; hasDied: boolean }> {
    const [productId, { userId }] = [await addProduct(shop.em(), shop.storage), await shop.newAccount()];
    await shop.em().execute('truncate outbox_event');
    const em = shop.em();
    let statements = 0;
    let hasDied = false;
    const dying = await interceptStatements(shop.database, (sql) => {
      if (/^(begin|commit|rollback)/.test(sql)) return sql;
      statements += 1;
      hasDied ||= statements === statement;
      if (hasDied) throw new Error('The process has died');
      return sql;
    });
    await rateProduct(em, userId, { productId, productRate: 5 }).catch(() => {});
    dying.mockRestore();
    return {
      ratings: await count('rating where product_id = ?', [productId]),
      events: await count('outbox_event'),
      hasDied,
    };
  }

  /** Tries every statement to die at. @returns how often a rating was left without its event */
  async function countLost(): Promise<number> {
    let lost = 0;
    for (let statement = 1; statement < 20; statement += 1) {
      const { ratings, events, hasDied } = await rateAndDieAt(statement);
      if (ratings !== events) lost += 1;
      if (!hasDied) return lost;
    }
    throw new Error('A rating takes more statements than this test expects');
  }

  test('with it, a crash leaves the change and its event, or neither', async () => {
    expect(await countLost()).toBe(0);
  });

  test('without it, an event is lost', async () => {
    guards.isOutboxInTransaction = false;
    expect(await countLost()).toBeGreaterThan(0);
  });
});

describe('the idempotency key', () => {
  /** A provider with a short timeout and no retries. */
  function impatientProvider(sendsKeys: boolean): PaymentProvider {
    const { paymentIntents } = shop.provider;
    const create: typeof paymentIntents.create = (parameters, options) =>
      paymentIntents.create(parameters, {
        ...(sendsKeys && options),
        timeout: 2000,
        maxNetworkRetries: 0,
      });
    return shop.paymentsBy(
      Object.create(shop.provider, {
        paymentIntents: { value: Object.create(paymentIntents, { create: { value: create } }) },
      }),
    );
  }

  /** Prepares a payment twice: the provider commits the first request, but its response is lost. */
  async function countPayments(sendsKeys: boolean): Promise<number> {
    const { userId } = await shop.newAccount();
    const productId = await addProduct(shop.em(), shop.storage);
    const input = { amount: 19.99, currency: 'EUR' as const, items: [{ productId, count: 1 }] };
    const prepare = () =>
      preparePayment(
        { em: shop.em(), settings: shop.settings, provider: impatientProvider(sendsKeys), vies: { url: null } },
        userId,
        input,
        60_000,
      );
    await shop.setFaults({ api: { timeoutAfterCommit: true } });
    await expect(prepare()).rejects.toThrow("We can't reach the payment provider");
    await shop.setFaults({});
    const { orderId } = await prepare();
    const { data } = await shop.provider.paymentIntents.list({ limit: 100 });
    return data.filter(({ metadata }) => metadata.orderId === orderId).length;
  }

  test('with it, a retry reuses the payment of the order', async () => {
    expect(await countPayments(true)).toBe(1);
  });

  test('without it, an order gets a second payment that can be charged', async () => {
    expect(await countPayments(false)).toBe(2);
  });
});

describe('the idempotency key of a refund', () => {
  /** A provider with a short timeout and no retries. Adds the result of each refund request to `results`. */
  function impatientProvider(sendsKeys: boolean, results: string[]): PaymentProvider {
    const { refunds } = shop.provider;
    const create: typeof refunds.create = async (parameters, options) => {
      try {
        const refund = await refunds.create(parameters, {
          ...(sendsKeys && options),
          timeout: 2000,
          maxNetworkRetries: 0,
        });
        results.push('refunded');
        return refund;
      } catch (error) {
        results.push((error instanceof Stripe.errors.StripeError && error.code) || 'lost');
        throw error;
      }
    };
    return shop.paymentsBy(
      Object.create(shop.provider, { refunds: { value: Object.create(refunds, { create: { value: create } }) } }),
    );
  }

  /** Refunds a payment twice: the provider commits the first request, but its response is lost. */
  async function refundTwice(sendsKeys: boolean): Promise<string[]> {
    const intent = await shop.provider.paymentIntents.create({
      amount: 1000,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const results: string[] = [];
    const refund = { id: newId(), orderId: newId(), paymentIntentId: intent.id, amount: 1000 };
    const refundOrder = () => impatientProvider(sendsKeys, results).createRefund(refund);
    await shop.setFaults({ api: { timeoutAfterCommit: true } });
    await expect(refundOrder()).rejects.toThrow("We can't reach the payment provider");
    await shop.setFaults({});
    await refundOrder();
    return results;
  }

  test('with it, a retry after a lost response returns the first refund', async () => {
    expect(await refundTwice(true)).toEqual(['lost', 'refunded']);
  });

  test('without it, the provider treats the retry as a second refund', async () => {
    expect(await refundTwice(false)).toEqual(['lost', 'charge_already_refunded']);
  });
});

describe('the row lock in settleOrder', () => {
  async function orderOf({ token }: LoggedIn): Promise<{ orderId: string; paymentIntentId: string }> {
    const productId = await addProduct(shop.em(), shop.storage);
    const body = { amount: 19.99, currency: 'EUR', items: [{ productId, count: 1 }] };
    const { body: payment } = await shop.call('POST', '/payment', { token, body });
    return { orderId: payment.orderId, paymentIntentId: payment.clientSecret.replace(/_secret_.*/, '') };
  }

  /** Settles one order twice at once, as webhook and return can do. @returns the number of `order.paid` events */
  async function settleTwice(isLocked: boolean): Promise<number> {
    const order = await orderOf(await shop.newAccount());
    const { findOne } = entityManager;
    const both = Promise.withResolvers<void>();
    let readers = 0;
    vi.spyOn(entityManager, 'findOne').mockImplementation(async function (this: unknown, entity, where, options) {
      const found = await findOne.call(this, entity, where, isLocked ? options : {});
      readers += 1;
      if (readers === 2) both.resolve();
      // Without a lock, both read before either writes.
      await untilDoneOrLocked(both.promise);
      return found;
    });
    const none = { amount: 0, ids: [] };
    const payment = { outcome: 'paid' as const, attemptedAt: null, refunds: none, failedRefunds: none };
    const settle = () => settleOrder(shop.em(), shop.settings, { ...order, ...payment });
    await Promise.all([settle(), settle()]);
    return count(`outbox_event where name = 'order.paid'`);
  }

  test('with it, an order becomes paid once', async () => {
    expect(await settleTwice(true)).toBe(1);
  });

  test('without it, an order becomes paid twice and sends two confirmations', async () => {
    expect(await settleTwice(false)).toBe(2);
  });
});

describe('the unique id of a webhook', () => {
  /** Receives a webhook three times, as after lost responses. @returns the number of events it emitted */
  async function receiveThreeTimes(): Promise<number> {
    const payload = JSON.stringify({
      id: `evt_${newId()}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_some', object: 'payment_intent' } },
    });
    const secret = shop.webhookSecret;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    const receive = () =>
      receiveWebhook({ em: shop.em(), provider: shop.payments }, Buffer.from(payload), {
        'stripe-signature': signature,
      });
    await Promise.all([receive(), receive()]);
    await receive();
    return count(`outbox_event where name = 'payment.eventReceived'`);
  }

  test('with it, a repeated webhook is recognized', async () => {
    expect(await receiveThreeTimes()).toBe(1);
  });

  test('without it, every copy is processed', async () => {
    await shop.em().execute('alter table payment_event drop constraint payment_event_pkey');
    await interceptStatements(shop.database, (sql) => sql.replace(/on conflict .* do nothing/, ''));
    expect(await receiveThreeTimes()).toBe(3);
    vi.restoreAllMocks();
    await shop.em().execute('truncate payment_event');
    await shop.em().execute('alter table payment_event add primary key (id)');
  });
});

describe('SKIP LOCKED', () => {
  async function addTwoEvents(): Promise<void> {
    const insert = `insert into outbox_event (id, name, payload) values (?, 'product.rated', '{}')`;
    for (const id of [newId(), newId()]) await shop.em().execute(insert, [id]);
  }

  /** Runs a second relay while the first waits for its queue. @returns the events that each has taken */
  async function relayBesideStuckOne(): Promise<{ stuck: string[]; other: string[] }> {
    await addTwoEvents();
    const [taken, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [stuck, other]: [string[], string[]] = [[], []];
    const stuckRelay = enqueueWaiting(shop.em(), 1, async (events) => {
      stuck.push(...events.map(({ id }) => id));
      taken.resolve();
      await gate.promise;
    });
    await taken.promise;
    const otherRelay = enqueueWaiting(shop.em(), 1, async (events) => {
      other.push(...events.map(({ id }) => id));
    });
    await untilDoneOrLocked(otherRelay);
    const seen = { stuck: [...stuck], other: [...other] };
    gate.resolve();
    await Promise.all([stuckRelay, otherRelay]);
    return seen;
  }

  test("with it, relays share the work, and a stuck relay doesn't block the other", async () => {
    const { stuck, other } = await relayBesideStuckOne();
    expect(stuck).toHaveLength(1);
    expect(other).toHaveLength(1);
    expect(other).not.toEqual(stuck);
  });

  test('without it, a stuck relay blocks the other', async () => {
    await interceptStatements(shop.database, (sql) => sql.replace('for update skip locked', 'for update'));
    expect((await relayBesideStuckOne()).other).toEqual([]);
  });

  test('without any lock, two relays enqueue the same event', async () => {
    await interceptStatements(shop.database, (sql) => sql.replace('for update skip locked', ''));
    const { stuck, other } = await relayBesideStuckOne();
    expect(other).toEqual(stuck);
  });
});

/** Waits until `work` is done, or a statement waits for a lock. */
async function untilDoneOrLocked(work: Promise<unknown>): Promise<void> {
  let isDone = false;
  void work.then(() => {
    isDone = true;
  });
  const blocked = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await waitFor('the work to be done or to wait for a lock', async () => isDone || (await count(blocked)) > 0);
}
