import type Stripe from 'stripe';
import type { PaymentInput } from '#contract/payments.input.ts';
import type { PaymentView } from '#contract/payments.ts';
import type { Actor } from '../../core/audit.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Logger } from '../../core/log.ts';
import { emit } from '../../core/outbox.ts';
import type { Order } from '../orders/order.entity.ts';
import {
  attachPayment,
  cancelUnpayable,
  discardOrder,
  findOrder,
  findOtherPending,
  findUnchecked,
  noteChecked,
  openOrder,
  settleOrder,
  type UnsettledOrder,
} from '../orders/orders.service.ts';
import { PaymentEvent } from './payment-event.entity.ts';
import { askProvider, isUntouched, newsOf, type PaymentProvider, rethrow } from './provider.ts';

/** Milliseconds after which the provider is asked about an order that nobody has asked about since. */
export const RECONCILE_AFTER = 10 * 60 * 1000;
/** Milliseconds after which a payment that nobody began is given up. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000;
const RECONCILE_BATCH = 100;

type Deps = { em: EntityManager; provider: PaymentProvider; log: Logger };

/**
 * Prepares the payment of a cart: an order at the shop's own prices, and a PaymentIntent for it, whose secret lets the
 * browser pay. Without items, as the first version of the call had it, a PaymentIntent with no goods behind it.
 * @throws AppError productsMissing, priceChanged, conflict, invalid (with the provider's sentence), unavailable
 */
export async function preparePayment(deps: Deps, userId: string, input: PaymentInput): Promise<PaymentView> {
  const amount = Math.round(input.amount * 100);
  const { currency, items } = input;
  if (items === undefined) return prepareBarePayment(deps.provider, { amount, currency, userId });

  const cart = { amount, currency, items };
  let order = await openOrder(deps.em, userId, cart);
  let intent = await paymentOf(deps, order);
  if (intent.status === 'canceled') {
    order = await openOrder(deps.em, userId, cart, { except: order.id });
    intent = await paymentOf(deps, order);
  }
  await cancelOthers(deps, userId, order.id);
  return { clientSecret: secretOf(intent), orderId: order.id };
}

async function prepareBarePayment(
  provider: PaymentProvider,
  { amount, currency, userId }: { amount: number; currency: string; userId: string },
): Promise<PaymentView> {
  const intent = await createIntent(provider, { amount, currency, metadata: { userId } });
  return { clientSecret: secretOf(intent) };
}

async function paymentOf({ em, provider }: Deps, order: Order): Promise<Stripe.PaymentIntent> {
  if (order.paymentIntentId) return reopenPayment(em, provider, order.paymentIntentId);
  try {
    const intent = await createIntentOf(provider, order);
    const isAttached = await attachPayment(em, order.id, { id: intent.id, clientSecret: secretOf(intent) });
    // Somebody else has attached it before, and may have canceled it since.
    return isAttached ? intent : reopenPayment(em, provider, intent.id);
  } catch (error) {
    if (isRefusal(error)) await discardOrder(em, order.id);
    throw error;
  }
}

/** The order's PaymentIntent: made once, whatever crashes or comes twice, since its idempotency key is the order's id. */
function createIntentOf(
  provider: PaymentProvider,
  { id, amount, currency, number }: UnsettledOrder,
): Promise<Stripe.PaymentIntent> {
  const metadata = { orderId: id, orderNumber: String(number) };
  return createIntent(provider, { amount, currency, metadata }, `order-${id}`);
}

/** Whether the provider has said that it will never take this payment. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'invalid';
}

/** A cart that is paid again finds its payment as it is now, not as the shop last heard. @throws AppError conflict if it is paid */
async function reopenPayment(em: EntityManager, provider: PaymentProvider, id: string): Promise<Stripe.PaymentIntent> {
  const intent = await askProvider(provider, id);
  await settleOrder(em, newsOf(intent));
  if (intent.status === 'succeeded' || intent.status === 'processing') {
    throw new AppError('conflict', 'This cart has already been paid. Your order is on its way to being confirmed.');
  }
  return intent;
}

async function createIntent(
  provider: PaymentProvider,
  { amount, currency, metadata }: { amount: number; currency: string; metadata: Record<string, string> },
  idempotencyKey?: string,
): Promise<Stripe.PaymentIntent> {
  return provider.paymentIntents
    .create(
      { amount, currency: currency.toLowerCase(), metadata, automatic_payment_methods: { enabled: true } },
      idempotencyKey === undefined ? undefined : { idempotencyKey },
    )
    .catch(rethrow);
}

function secretOf({ id, client_secret }: Stripe.PaymentIntent): string {
  if (client_secret === null) throw new Error(`${id} came without its client secret`);
  return client_secret;
}

/** Cancels what the shopper left for this order. What can't be canceled just now, the reconciliation gives up later. */
async function cancelOthers({ em, provider, log }: Deps, userId: string, orderId: string): Promise<void> {
  for (const other of await findOtherPending(em, userId, orderId)) {
    try {
      await cancelIfUntouched(em, provider, other);
    } catch (error) {
      log.warn({ err: error, orderId: other.id }, 'an order that was left could not be canceled yet');
    }
  }
}

async function cancelIfUntouched(
  em: EntityManager,
  provider: PaymentProvider,
  order: UnsettledOrder,
  checkedBy?: Actor,
): Promise<void> {
  const paymentIntentId = order.paymentIntentId ?? (await findIntentOf(provider, order));
  if (paymentIntentId === null) return cancelUnpayable(em, order.id, checkedBy);
  const intent = await askProvider(provider, paymentIntentId);
  const now = isUntouched(intent) ? await provider.paymentIntents.cancel(intent.id).catch(rethrow) : intent;
  await settleOrder(em, newsOf(now), checkedBy);
}

/**
 * The payment of an order that the shop knows none of. It may be under way just now, or its answer may have been lost:
 * asked for once more under the same key, it is the same one, and can be canceled. Null if the provider refuses it.
 */
async function findIntentOf(provider: PaymentProvider, order: UnsettledOrder): Promise<string | null> {
  try {
    return (await createIntentOf(provider, order)).id;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/**
 * Settles an order by what the provider says of its payment now. What nobody began to pay within `abandonedAfter`
 * milliseconds, or has no payment at all, is given up. `checkedBy` is the admin who asked, if any.
 */
export async function settleOrGiveUp(
  { em, provider }: Omit<Deps, 'log'>,
  order: UnsettledOrder,
  { abandonedAfter = ABANDONED_AFTER, checkedBy }: { abandonedAfter?: number; checkedBy?: Actor } = {},
): Promise<void> {
  const isAbandoned = order.createdAt.getTime() < Date.now() - abandonedAfter;
  if (isAbandoned || !order.paymentIntentId) await cancelIfUntouched(em, provider, order, checkedBy);
  else await settleOrder(em, newsOf(await askProvider(provider, order.paymentIntentId)), checkedBy);
}

/**
 * Stores a webhook with its outbox row, once however often it comes. Nothing is read from it before its signature is
 * checked over the raw bytes. https://docs.stripe.com/webhooks/signature
 * @throws AppError malformed
 */
export async function receiveWebhook(
  { em, provider }: Omit<Deps, 'log'>,
  webhook: { rawBody: Buffer; signature: string; secret: string },
): Promise<void> {
  const event = readEvent(provider, webhook);
  await em.fork().transactional(async (em) => {
    const stored = await em.execute<{ id: string }[]>(
      'insert into payment_event (id, type, payment_intent_id) values (?, ?, ?) on conflict (id) do nothing returning id',
      [event.id, event.type, paymentIntentIdOf(event)],
    );
    if (stored.length > 0) emit(em, 'payment.eventReceived', { eventId: event.id });
  });
}

function readEvent(
  provider: PaymentProvider,
  { rawBody, signature, secret }: { rawBody: Buffer; signature: string; secret: string },
): Stripe.Event {
  try {
    return provider.webhooks.constructEvent(rawBody, signature, secret);
  } catch (cause) {
    throw new AppError('malformed', 'The signature of this webhook is wrong', { cause });
  }
}

function paymentIntentIdOf(event: Stripe.Event): string | null {
  const object = event.data.object;
  if (object.object === 'payment_intent') return object.id;
  if (!('payment_intent' in object)) return null;
  const intent = object.payment_intent;
  return typeof intent === 'string' ? intent : (intent?.id ?? null);
}

/** Settles the order that a webhook was about, by what the provider says now: the webhook itself may be old news. */
export async function handlePaymentEvent({ em, provider }: Omit<Deps, 'log'>, eventId: string): Promise<void> {
  const event = await em.findOne(PaymentEvent, eventId);
  if (!event?.paymentIntentId) return;
  await settleOrder(em, newsOf(await askProvider(provider, event.paymentIntentId)));
}

/** Settles the order whose shopper came back from the provider, and answers it. @throws AppError notFound, unavailable */
export async function settleReturn(
  { em, provider }: Omit<Deps, 'log'>,
  userId: string,
  paymentIntentId: string,
): Promise<Order> {
  await findOrder(em, userId, { paymentIntentId });
  await settleOrder(em, newsOf(await askProvider(provider, paymentIntentId)));
  return findOrder(em, userId, { paymentIntentId });
}

/**
 * Asks the provider about orders that have been pending, or waiting for their refund, for long, so that a webhook that
 * never came loses nothing, and gives up those that nobody began to pay within a day.
 * @throws AggregateError after all were tried, if some could not be settled
 */
export async function reconcilePayments(
  { em, provider }: Omit<Deps, 'log'>,
  { olderThan = RECONCILE_AFTER, abandonedAfter = ABANDONED_AFTER } = {},
): Promise<void> {
  const failures: unknown[] = [];
  for (const order of await findUnchecked(em, olderThan, RECONCILE_BATCH)) {
    try {
      await settleOrGiveUp({ em, provider }, order, { abandonedAfter });
    } catch (error) {
      failures.push(error);
      // It waits for its next turn: one that can never be settled must not stand before all others.
      await noteChecked(em, order.id);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} orders could not be settled`);
}
