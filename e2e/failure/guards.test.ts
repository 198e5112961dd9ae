import { pino } from 'pino';
import Stripe from 'stripe';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../backend/core/ids.ts';
import { OutboxEvent } from '../../backend/core/outbox.entity.ts';
import { enqueueWaiting } from '../../backend/core/outbox.ts';
import { addProduct } from '../../backend/modules/catalogue/catalogue.fixture.ts';
import { settleOrder } from '../../backend/modules/orders/settle-order.ts';
import { preparePayment } from '../../backend/modules/payments/payments.service.ts';
import { refundIntent } from '../../backend/modules/provider/payment-intents.ts';
import { rateProduct } from '../../backend/modules/ratings/ratings.service.ts';
import { receiveWebhook } from '../../backend/modules/settlement/webhooks.service.ts';
import { type LoggedIn, startTestShop } from '../../testing/shop.ts';
import { interceptStatements } from '../../testing/statements.ts';
import { waitFor } from '../../testing/wait.ts';

/**
 * Each test does the same twice: with a guard of the shop, which holds, and with that guard taken out from outside,
 * upon which just that goes wrong that the guard is there for. README.md lists them.
 */

const guards = vi.hoisted(() => ({ isOutboxInTransaction: true }));

vi.mock('../../backend/core/outbox.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../backend/core/outbox.ts')>();
  const emit: typeof original.emit = (em, name, payload) => {
    if (guards.isOutboxInTransaction) return original.emit(em, name, payload);
    // As many shops do it: the event is kept in memory, and written once the change is committed.
    const { commit } = em.getConnection();
    vi.spyOn(em.getConnection(), 'commit').mockImplementationOnce(async function (this: unknown, ...given) {
      await commit.apply(this as never, given);
      await em.fork({ clear: true, freshEventManager: true }).insert(OutboxEvent, { id: newId(), name, payload });
    });
  };
  return { ...original, emit };
});

const shop = await startTestShop();
const entityManager = Object.getPrototypeOf(Object.getPrototypeOf(shop.em()));
const log = pino({ level: 'silent' });

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

describe('the outbox’s transaction', () => {
  /** Rates with a process that dies at its n-th statement. @returns ratings and events that are there then */
  async function rateAndDieAt(statement: number): Promise<{ ratings: number; events: number; isDead: boolean }> {
    const [productId, { userId }] = [await addProduct(shop.em(), shop.storage), await shop.registerAndLogIn()];
    await shop.em().execute('truncate outbox_event');
    const em = shop.em();
    let statements = 0;
    let isDead = false;
    const dying = await interceptStatements(shop.database, (sql) => {
      if (/^(begin|commit|rollback)/.test(sql)) return sql;
      statements += 1;
      isDead ||= statements === statement;
      if (isDead) throw new Error('The process has died');
      return sql;
    });
    await rateProduct(em, userId, { productId, productRate: 5 }).catch(() => {});
    dying.mockRestore();
    return {
      ratings: await count('rating where product_id = ?', [productId]),
      events: await count('outbox_event'),
      isDead,
    };
  }

  /** Whatever moment a process dies at. @returns how often there was a rating that nobody would ever hear of */
  async function countLost(): Promise<number> {
    let lost = 0;
    for (let statement = 1; statement < 20; statement += 1) {
      const { ratings, events, isDead } = await rateAndDieAt(statement);
      if (ratings !== events) lost += 1;
      if (!isDead) return lost;
    }
    throw new Error('A rating takes more statements than this test knows of');
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
  /** The provider over a line that loses an answer soon, and perhaps the keys. */
  function impatientProvider(areKeysSent: boolean): Stripe {
    const { paymentIntents } = shop.provider;
    const create: typeof paymentIntents.create = (parameters, options) =>
      paymentIntents.create(parameters, {
        ...(areKeysSent && options),
        timeout: 2000,
        maxNetworkRetries: 0,
      });
    return Object.create(shop.provider, {
      paymentIntents: { value: Object.create(paymentIntents, { create: { value: create } }) },
    });
  }

  /** Prepares the payment of a cart while the provider does what it is asked and does not answer, and then again. */
  async function countPayments(areKeysSent: boolean): Promise<number> {
    const { userId } = await shop.registerAndLogIn();
    const productId = await addProduct(shop.em(), shop.storage);
    const input = { amount: 19.99, currency: 'EUR' as const, items: [{ productId, count: 1 }] };
    const prepare = () =>
      preparePayment({ em: shop.em(), provider: impatientProvider(areKeysSent), log }, userId, input);
    await shop.setFaults({ api: { timeoutAfterCommit: true } });
    await expect(prepare()).rejects.toThrow("We can't reach the payment provider");
    await shop.setFaults({});
    const { orderId } = await prepare();
    const { data } = await shop.provider.paymentIntents.list({ limit: 100 });
    return data.filter(({ metadata }) => metadata.orderId === orderId).length;
  }

  test('with it, repeated requests make one payment for an order', async () => {
    expect(await countPayments(true)).toBe(1);
  });

  test('without it, an order gets a second payment that can be charged', async () => {
    expect(await countPayments(false)).toBe(2);
  });
});

describe('the idempotency key of a refund', () => {
  /** The provider over a line that loses an answer soon, and perhaps the keys. `answers` are those to refunds. */
  function impatientProvider(areKeysSent: boolean, answers: string[]): Stripe {
    const { refunds } = shop.provider;
    const create: typeof refunds.create = async (parameters, options) => {
      try {
        const refund = await refunds.create(parameters, {
          ...(areKeysSent && options),
          timeout: 2000,
          maxNetworkRetries: 0,
        });
        answers.push('refunded');
        return refund;
      } catch (error) {
        answers.push((error instanceof Stripe.errors.StripeError && error.code) || 'lost');
        throw error;
      }
    };
    return Object.create(shop.provider, { refunds: { value: Object.create(refunds, { create: { value: create } }) } });
  }

  /** Refunds a payment while the provider does what it is asked and does not answer, and then again. */
  async function refundTwice(areKeysSent: boolean): Promise<string[]> {
    const intent = await shop.provider.paymentIntents.create({
      amount: 1000,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const answers: string[] = [];
    const orderId = newId();
    const refundOrder = () => refundIntent(impatientProvider(areKeysSent, answers), orderId, intent.id);
    await shop.setFaults({ api: { timeoutAfterCommit: true } });
    await expect(refundOrder()).rejects.toThrow("We can't reach the payment provider");
    await shop.setFaults({});
    await refundOrder();
    return answers;
  }

  test('with it, a retry after a lost answer is answered as the first request', async () => {
    expect(await refundTwice(true)).toEqual(['lost', 'refunded']);
  });

  test('without it, the provider takes the retry for a second refund', async () => {
    expect(await refundTwice(false)).toEqual(['lost', 'charge_already_refunded']);
  });
});

describe('the row lock in settleOrder', () => {
  async function orderOf({ token }: LoggedIn): Promise<{ orderId: string; paymentIntentId: string }> {
    const productId = await addProduct(shop.em(), shop.storage);
    const body = { amount: 19.99, currency: 'EUR', items: [{ productId, count: 1 }] };
    const answer = await shop.call('POST', '/payment', { token, body });
    return { orderId: answer.body.orderId, paymentIntentId: answer.body.clientSecret.replace(/_secret_.*/, '') };
  }

  /** Lets the webhook and the shopper's return settle one order at once. @returns the events that tell of its payment */
  async function settleTwice(isLocked: boolean): Promise<number> {
    const order = await orderOf(await shop.registerAndLogIn());
    const { findOne } = entityManager;
    const both = Promise.withResolvers<void>();
    let readers = 0;
    vi.spyOn(entityManager, 'findOne').mockImplementation(async function (this: unknown, entity, where, options) {
      const found = await findOne.call(this, entity, where, isLocked ? options : {});
      readers += 1;
      if (readers === 2) both.resolve();
      // Each reads before one writes, if nothing hinders it.
      await untilDoneOrLocked(both.promise);
      return found;
    });
    const news = { ...order, outcome: 'paid' as const };
    await Promise.all([settleOrder(shop.em(), news), settleOrder(shop.em(), news)]);
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
  /** The same webhook three times, as a provider sends it that got no answer. @returns the events that came of it */
  async function receiveThrice(): Promise<number> {
    const payload = JSON.stringify({
      id: `evt_${newId()}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_some', object: 'payment_intent' } },
    });
    const secret = shop.webhookSecret;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    const receive = () =>
      receiveWebhook({ em: shop.em(), provider: shop.provider }, { rawBody: Buffer.from(payload), signature, secret });
    await Promise.all([receive(), receive()]);
    await receive();
    return count(`outbox_event where name = 'payment.eventReceived'`);
  }

  test('with it, a repeated webhook is recognized', async () => {
    expect(await receiveThrice()).toBe(1);
  });

  test('without it, every copy is processed', async () => {
    await shop.em().execute('alter table payment_event drop constraint payment_event_pkey');
    await interceptStatements(shop.database, (sql) => sql.replace(/on conflict .* do nothing/, ''));
    expect(await receiveThrice()).toBe(3);
    vi.restoreAllMocks();
    await shop.em().execute('truncate payment_event');
    await shop.em().execute('alter table payment_event add primary key (id)');
  });
});

describe('SKIP LOCKED', () => {
  async function tellOfTwoChanges(): Promise<void> {
    const insert = `insert into outbox_event (id, name, payload) values (?, 'product.rated', '{}')`;
    for (const id of [newId(), newId()]) await shop.em().execute(insert, [id]);
  }

  /** A relay takes an event, and its queue does not answer; another one comes. @returns what each of them took */
  async function relayBesideAStuckOne(): Promise<{ stuck: string[]; other: string[] }> {
    await tellOfTwoChanges();
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

  test('with it, relays share the work, and a stuck relay blocks no other', async () => {
    const { stuck, other } = await relayBesideAStuckOne();
    expect(stuck).toHaveLength(1);
    expect(other).toHaveLength(1);
    expect(other).not.toEqual(stuck);
  });

  test('without it, a stuck relay blocks all others', async () => {
    await interceptStatements(shop.database, (sql) => sql.replace('for update skip locked', 'for update'));
    expect((await relayBesideAStuckOne()).other).toEqual([]);
  });

  test('without any lock, two relays enqueue the same event', async () => {
    await interceptStatements(shop.database, (sql) => sql.replace('for update skip locked', ''));
    const { stuck, other } = await relayBesideAStuckOne();
    expect(other).toEqual(stuck);
  });
});

/** Waits until `work` is done, or somebody waits for a lock that somebody else holds. */
async function untilDoneOrLocked(work: Promise<unknown>): Promise<void> {
  let isDone = false;
  void work.then(() => {
    isDone = true;
  });
  const locked = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await waitFor('the work to be done or to wait for a lock', async () => isDone || (await count(locked)) > 0);
}
