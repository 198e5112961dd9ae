import type Stripe from 'stripe';
import { toMajorUnits, toMinorUnits } from '#contract/money.ts';
import type { PaymentInput } from '#contract/payments.input.ts';
import type { PaymentView } from '#contract/payments.ts';
import type { Actor } from '../../core/audit.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError, invalid } from '../../core/errors.ts';
import type { Logger } from '../../core/log.ts';
import type { Order } from '../orders/order.entity.ts';
import type { OrderRow } from '../orders/orders.present.ts';
import { findOrder } from '../orders/orders.queries.ts';
import {
  attachPayment,
  cancelUnpayable,
  discardOrder,
  findOlderPending,
  findUnchecked,
  noteChecked,
  openOrder,
  settleOrder,
  type UnsettledOrder,
} from '../orders/orders.service.ts';
import {
  askProvider,
  findPayment,
  isLeftUnfinished,
  isUntouched,
  type PaymentProvider,
  paymentUpdateOf,
  throwAsAppError,
  withIdempotencyKey,
} from './provider.ts';

/** Milliseconds after which the provider is asked about an order that nobody has asked about since. */
export const RECONCILE_AFTER = 10 * 60 * 1000;
/** Milliseconds after which a payment that nobody began is given up. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000;
const RECONCILE_BATCH = 100;
/** Milliseconds after which a reconciliation asks about no further order, however slow the provider is: the next one will. */
const RECONCILE_WITHIN = 50_000;

type Deps = { em: EntityManager; provider: PaymentProvider; log: Logger };

/**
 * Prepares the payment of a cart: an order at the shop's own prices, and a PaymentIntent for it, whose secret lets the
 * browser pay. Without items, as the first version of the call had it, a PaymentIntent with no goods behind it.
 * @throws AppError productsMissing, priceChanged, conflict, invalid (with the provider's sentence), unavailable
 */
export async function preparePayment(deps: Deps, userId: string, input: PaymentInput): Promise<PaymentView> {
  const { amount, currency, items } = input;
  if (items === undefined) return prepareBarePayment(deps.provider, { amount, currency, userId });

  const cart = { amount, currency, items };
  const unpayable: string[] = [];
  for (;;) {
    const order = await openOrder(deps.em, userId, cart, { except: unpayable });
    const intent = await paymentOf(deps, order);
    if (intent !== null) {
      await cancelOlder(deps, userId, order);
      return { clientSecret: secretOf(intent), orderId: order.id };
    }
    unpayable.push(order.id);
  }
}

async function prepareBarePayment(
  provider: PaymentProvider,
  { amount, currency, userId }: { amount: number; currency: string; userId: string },
): Promise<PaymentView> {
  const minorUnits = toMinorUnits(amount);
  if (toMajorUnits(minorUnits) !== amount) throw invalid({ amount: 'Amount can have at most two decimals' });
  const intent = await createIntent(provider, { amount: minorUnits, currency, metadata: { userId } }).catch(
    throwAsAppError,
  );
  return { clientSecret: secretOf(intent) };
}

/** The payment of an open order; null if it can't be paid any more. */
async function paymentOf({ em, provider }: Deps, order: Order): Promise<Stripe.PaymentIntent | null> {
  if (order.paymentIntentId) return reopenPayment(em, provider, order.paymentIntentId);
  try {
    const intent = await createIntentOf(provider, order);
    const attached = await attachPayment(em, order.id, { id: intent.id, clientSecret: secretOf(intent) });
    // Where somebody else was first it may have been canceled since.
    return attached === null ? intent : reopenPayment(em, provider, attached);
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
  return withIdempotencyKey(`order-${id}`, (options) =>
    createIntent(provider, { amount, currency, metadata }, options),
  ).catch(throwAsAppError);
}

/** Whether the provider has said that it will never take this payment. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'invalid';
}

/**
 * A cart that is paid again finds its payment as it is now, not as the shop last heard. Null if it was canceled, or if
 * the provider does not know it, as after a change of the shop's account. @throws AppError conflict if it is paid
 */
async function reopenPayment(
  em: EntityManager,
  provider: PaymentProvider,
  id: string,
): Promise<Stripe.PaymentIntent | null> {
  const intent = await findPayment(provider, id);
  if (intent === null) return null;
  await settleOrder(em, paymentUpdateOf(intent));
  if (intent.status === 'canceled') return null;
  if (intent.status === 'succeeded' || intent.status === 'processing') {
    throw new AppError('conflict', 'This cart has already been paid. Your order is on its way to being confirmed.');
  }
  return intent;
}

async function createIntent(
  provider: PaymentProvider,
  { amount, currency, metadata }: { amount: number; currency: string; metadata: Record<string, string> },
  options?: Stripe.RequestOptions,
): Promise<Stripe.PaymentIntent> {
  return provider.paymentIntents.create(
    { amount, currency: currency.toLowerCase(), metadata, automatic_payment_methods: { enabled: true } },
    options,
  );
}

function secretOf({ id, client_secret }: Stripe.PaymentIntent): string {
  if (client_secret === null) throw new Error(`${id} came without its client secret`);
  return client_secret;
}

/** Cancels what the shopper left for this order. What can't be canceled just now, the reconciliation gives up later. */
async function cancelOlder({ em, provider, log }: Deps, userId: string, order: Order): Promise<void> {
  for (const older of await findOlderPending(em, userId, order)) {
    try {
      await cancelIf(isUntouched, { em, provider }, older);
    } catch (error) {
      log.warn({ err: error, orderId: older.id }, 'an order that was left could not be canceled yet');
    }
  }
}

/** Settles an order by what the provider says of its payment, which is canceled before if it `mayCancel`. */
async function cancelIf(
  mayCancel: (intent: Stripe.PaymentIntent) => boolean,
  { em, provider }: Omit<Deps, 'log'>,
  order: UnsettledOrder,
  checkedBy?: Actor,
): Promise<void> {
  const paymentIntentId = order.paymentIntentId ?? (await findIntentOf(provider, order));
  if (paymentIntentId === null) return cancelUnpayable(em, order.id, checkedBy);
  const intent = await askProvider(provider, paymentIntentId);
  const now = mayCancel(intent) ? await provider.paymentIntents.cancel(intent.id).catch(throwAsAppError) : intent;
  await settleOrder(em, paymentUpdateOf(now), checkedBy);
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
 * milliseconds, or began and left for thrice as long, or has no payment at all, is given up. `checkedBy` is the admin who
 * asked, if any.
 */
export async function settleOrGiveUp(
  { em, provider }: Omit<Deps, 'log'>,
  order: UnsettledOrder,
  { abandonedAfter = ABANDONED_AFTER, checkedBy }: { abandonedAfter?: number; checkedBy?: Actor } = {},
): Promise<void> {
  const age = Date.now() - order.createdAt.getTime();
  const mayCancel = (intent: Stripe.PaymentIntent) =>
    (isUntouched(intent) && (age > abandonedAfter || !order.paymentIntentId)) ||
    (isLeftUnfinished(intent) && age > 3 * abandonedAfter);
  await cancelIf(mayCancel, { em, provider }, order, checkedBy);
}

/** Settles the order whose shopper came back from the provider, and answers it. @throws AppError notFound, unavailable */
export async function settleReturn(
  { em, provider }: Omit<Deps, 'log'>,
  userId: string,
  paymentIntentId: string,
): Promise<OrderRow> {
  await findOrder(em, userId, { paymentIntentId });
  await settleOrder(em, paymentUpdateOf(await askProvider(provider, paymentIntentId)));
  return findOrder(em, userId, { paymentIntentId });
}

/**
 * Asks the provider about orders whose webhook may never have come (see findUnchecked), so that nothing is lost with it,
 * and gives up those that nobody began to pay within a day. What is not asked about `within` milliseconds comes first
 * the next time.
 * @throws AggregateError in the end, if some could not be settled
 */
export async function reconcilePayments(
  { em, provider }: Omit<Deps, 'log'>,
  { olderThan = RECONCILE_AFTER, abandonedAfter = ABANDONED_AFTER, within = RECONCILE_WITHIN } = {},
): Promise<void> {
  const end = performance.now() + within;
  const failures: unknown[] = [];
  for (const order of await findUnchecked(em, olderThan, RECONCILE_BATCH)) {
    try {
      await settleOrGiveUp({ em, provider }, order, { abandonedAfter });
    } catch (error) {
      failures.push(error);
      // It waits for its next turn: one that can never be settled must not stand before all others.
      await noteChecked(em, order.id);
    }
    if (performance.now() > end) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} orders could not be settled`);
}
