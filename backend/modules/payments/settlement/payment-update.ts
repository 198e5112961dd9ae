import type { RefundTotal } from '../../orders/money/failed-refunds.ts';
import type { PaymentUpdate } from '../../orders/money/settle-order.ts';
import type { Payment, ProviderRefund } from '../provider/port.ts';

/** Maps a payment to an order state. */
export function paymentUpdateOf(payment: Payment, refunds: readonly ProviderRefund[]): PaymentUpdate {
  const made = totalOf(refunds.filter(({ isFailed }) => !isFailed));
  return {
    paymentIntentId: payment.id,
    orderId: payment.orderId,
    outcome: outcomeOf(payment, made.amount),
    attemptedAt: payment.attemptedAt,
    refunds: made,
    failedRefunds: totalOf(refunds.filter(({ isFailed }) => isFailed)),
  };
}

function totalOf(refunds: readonly ProviderRefund[]): RefundTotal {
  return {
    amount: refunds.reduce((sum, { amount }) => sum + amount, 0),
    ids: refunds.flatMap(({ refundId }) => refundId ?? []),
  };
}

/** The refunds are newer than the payment, which may not show all of them. */
function outcomeOf({ state, amount }: Payment, refunded: number): PaymentUpdate['outcome'] {
  switch (state) {
    case 'paid':
      return refunded >= amount ? 'refunded' : 'paid';
    case 'canceled':
      return 'canceled';
    case 'declined':
      return 'failed';
    default:
      return 'pending';
  }
}
