import type { AdminOrderView } from '#contract/orders/orders.ts';
import { toMinorUnits } from '#contract/values/money.ts';

/** What is left of an order's payment, in minor units. */
export function leftToRefund({ amount, refunded, lost }: Pick<AdminOrderView, 'amount' | 'refunded' | 'lost'>): number {
  return toMinorUnits(amount) - toMinorUnits(refunded) - toMinorUnits(lost);
}
