import type Stripe from 'stripe';
import { toMajorUnits, toMinorUnits } from '#contract/money.ts';
import type { PaymentInput } from '#contract/payments.input.ts';
import type { PaymentView } from '#contract/payments.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError, invalid } from '../../core/errors.ts';
import type { Logger } from '../../core/log.ts';
import { attachPayment, discardOrder, type OpenOrder, openOrder } from '../orders/orders.service.ts';
import { findOlderPending } from '../orders/unsettled.queries.ts';
import { createBareIntent, createIntentOf, findIntent, isUntouched, secretOf } from '../provider/payment-intents.ts';
import { isRejection, type PaymentProvider } from '../provider/provider.ts';
import { settleIntent, settleOrCancel } from '../settlement/settlement.service.ts';

type Deps = { em: EntityManager; provider: PaymentProvider; log: Logger };

/**
 * Prepares the payment of a cart: an order at the shop's own prices and its PaymentIntent, whose client secret lets the
 * browser pay. Without items, as in the specification's call, a PaymentIntent without an order.
 * @throws AppError productsMissing, priceChanged, conflict, invalid (with the provider's message), unavailable
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
  return { clientSecret: secretOf(await createBareIntent(provider, { amount: minorUnits, currency, userId })) };
}

/** The payment of an open order; null if it can no longer be paid. */
async function paymentOf({ em, provider }: Deps, order: OpenOrder): Promise<Stripe.PaymentIntent | null> {
  if (order.paymentIntentId) return reopenPayment(em, provider, order.paymentIntentId);
  try {
    const intent = await createIntentOf(provider, order);
    const attached = await attachPayment(em, order.id, intent.id);
    // The concurrent call that attached it may have canceled it since.
    return attached === null ? intent : reopenPayment(em, provider, attached);
  } catch (error) {
    if (isRejection(error)) await discardOrder(em, order.id);
    throw error;
  }
}

/**
 * Retrieves a payment from the provider and settles its order. Null if it was canceled or is unknown there, for example
 * after a change of account. @throws AppError conflict if it is paid
 */
async function reopenPayment(
  em: EntityManager,
  provider: PaymentProvider,
  id: string,
): Promise<Stripe.PaymentIntent | null> {
  const intent = await findIntent(provider, id);
  await settleIntent(em, id, intent);
  if (intent === null || intent.status === 'canceled') return null;
  if (intent.status === 'succeeded' || intent.status === 'processing') {
    throw new AppError('conflict', "You've already paid for this cart. We're confirming your order.");
  }
  return intent;
}

/** Cancels the orders that this one replaces. If the provider is down, the reconciliation cancels them later. */
async function cancelOlder({ em, provider, log }: Deps, userId: string, order: OpenOrder): Promise<void> {
  for (const older of await findOlderPending(em, userId, order)) {
    try {
      await settleOrCancel(isUntouched, { em, provider }, older);
    } catch (error) {
      log.warn({ err: error, orderId: older.id }, 'could not cancel a replaced order');
    }
  }
}
