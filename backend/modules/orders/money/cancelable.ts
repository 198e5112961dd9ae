import type { Order, OrderLine } from '../order.entity.ts';

type Shipped = readonly Pick<OrderLine, 'shipped'>[];

/**
 * Whether its shopper may cancel a paid order: the only place that knows, for views and for the rule alike. While a
 * refund is still to be carried out, it is not known what is left: the provider may reject it.
 */
export function isCancelable(
  order: Pick<Order, 'state' | 'fulfilment' | 'amount' | 'refunded' | 'lost'>,
  lines: Shipped,
  isRefunding: boolean,
): boolean {
  const { state, amount, refunded, lost } = order;
  return state === 'paid' && isUnshipped(order, lines) && !isRefunding && amount - refunded - lost > 0;
}

/** Whether nothing of an order has left the shop, or is about to stay in it. */
export function isUnshipped({ fulfilment }: Pick<Order, 'fulfilment'>, lines: Shipped): boolean {
  return fulfilment === 'open' && lines.every(({ shipped }) => shipped === 0);
}
