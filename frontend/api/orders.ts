import type { OrderDetailView, OrderView } from '#contract/orders.ts';
import { call } from './call.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** The shopper's own orders, newest first. */
const orders = createRemote<null, OrderView[]>({
  load: async (_args, options) => (await call<{ orders: OrderView[] }>('GET', '/orders', options)).orders,
});

/** The latest order that was paid, in full; null without one. @throws ApiError */
export async function getLastPaidOrder(): Promise<OrderDetailView | null> {
  const options = { quiet: true };
  const { orders } = await call<{ orders: OrderView[] }>('GET', '/orders', options);
  const last = orders.find(({ state }) => state === 'paid' || state === 'refunded');
  if (last === undefined) return null;
  return (await call<{ order: OrderDetailView }>('GET', `/orders/${last._id}`, options)).order;
}

export function useOrders() {
  return useRemote(orders, null);
}
