import { setTimeout } from 'node:timers/promises';
import type Stripe from 'stripe';
import { isId } from '#contract/values/text.ts';
import { m } from '#messages';
import { invalid } from '../../../../core/errors.ts';
import type { ProviderRefund, Repayable } from '../port.ts';
import { isRejectedWith, throwAsAppError, withIdempotencyKey } from './errors.ts';

/** Milliseconds to wait for the same request in flight, and how often. */
const IN_FLIGHT = { pause: 250, tries: 20 };

/** Carries out a refund, with its id as the idempotency key. https://docs.stripe.com/api/refunds/create */
export async function createRefund(
  stripe: Stripe,
  { id, orderId, paymentIntentId, amount }: Repayable,
): Promise<boolean> {
  const refund = { payment_intent: paymentIntentId, amount, metadata: { orderId, refundId: id } };
  for (let tries = 1; ; tries += 1) {
    try {
      const made = await withIdempotencyKey(`refund-${id}`, (options) => stripe.refunds.create(refund, options));
      if (isFailed(made)) throw invalid({ amount: m.orders.refundRejected() });
      return true;
    } catch (error) {
      if (isRejectedWith(error, 'charge_already_refunded')) return false;
      if (!isRejectedWith(error, 'idempotency_key_in_use') || tries === IN_FLIGHT.tries) throwAsAppError(error);
    }
    await setTimeout(IN_FLIGHT.pause);
  }
}

export async function listRefunds(stripe: Stripe, paymentId: string): Promise<ProviderRefund[]> {
  const list = stripe.refunds.list({ payment_intent: paymentId, limit: 100 });
  const refunds = await list.autoPagingToArray({ limit: REFUNDS_MAX }).catch(throwAsAppError);
  return refunds.map((refund) => {
    const id = refund.metadata?.refundId;
    return { amount: refund.amount, refundId: isId(id) ? id : null, isFailed: isFailed(refund) };
  });
}

/** More refunds than an order can have, as each has at least one unit of its currency. */
const REFUNDS_MAX = 10_000;

/** https://docs.stripe.com/refunds#failed-refunds */
function isFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled';
}
