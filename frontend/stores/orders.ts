import { proxy, ref } from 'valtio';
import type { OrderView } from '#contract/orders.ts';
import { getOrders } from '../api.ts';
import { showFailure } from './failure.ts';

type Orders = {
  /** Whose they are. */
  userId: string;
  /** Newest first; null until they are there. */
  list: ReturnType<typeof ref<OrderView[]>> | null;
  loading: boolean;
  /** The sentence of the last load if it failed. */
  error: string | null;
};

export const orders = proxy<Orders>({ userId: '', list: null, loading: false, error: null });

/** Fetches the shopper's orders. What another shopper had in this tab is gone at once; their late answer is dropped. */
export async function loadOrders(userId: string): Promise<void> {
  if (orders.userId !== userId) Object.assign(orders, { userId, list: null });
  Object.assign(orders, { loading: true, error: null });
  try {
    const { orders: list } = await getOrders();
    if (orders.userId === userId) orders.list = ref(list);
  } catch (error) {
    if (orders.userId === userId) orders.error = showFailure(error);
  } finally {
    if (orders.userId === userId) orders.loading = false;
  }
}
