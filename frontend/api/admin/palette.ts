import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import type { AdminOrderView } from '#contract/orders/orders.ts';
import type { AdminUserView } from '#contract/users/users.ts';
import { call } from '../call.ts';
import { errorMessage } from '../errors.ts';
import { createRemote } from '../remote.ts';

/** Records of each kind. */
const FOUND_MAX = 5;

export type Search = { text: string; orders: boolean; products: boolean; users: boolean };

export type Found = { orders: AdminOrderView[]; products: AdminProductView[]; users: AdminUserView[] };

/** What a search finds in each table that it asks for. */
export const found = createRemote<Search, Found>({
  load: async ({ text, ...asked }, { signal }) => {
    const query = new URLSearchParams({ search: text, page: '1', pageSize: String(FOUND_MAX) });
    const [orders, products, users] = await Promise.all([
      asked.orders ? call<'AdminOrders'>('GET', `/admin/order?${query}`, { signal }) : null,
      asked.products ? call<'AdminProducts'>('GET', `/admin/product?${query}`, { signal }) : null,
      asked.users ? call<'AdminUsers'>('GET', `/admin/user?${query}`, { signal }) : null,
    ]);
    return { orders: orders?.orders ?? [], products: products?.products ?? [], users: users?.allUsers ?? [] };
  },
  // The palette still finds screens.
  onFailure: errorMessage,
});
