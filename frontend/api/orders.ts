import type { OrderView } from '#contract/orders.ts';
import { call } from './call.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** The shopper's own orders, newest first. */
const orders = createRemote<null, OrderView[]>({
  load: async (_args, options) => (await call<{ orders: OrderView[] }>('GET', '/orders', options)).orders,
});

export function useOrders() {
  return useRemote(orders, null);
}
