import type { AdminOrderDetailView } from '#contract/orders/orders.ts';
import type { DismissInput, MatchInput } from '#contract/orders/withdrawals.input.ts';
import { type AdminWithdrawalView, type WithdrawalColumn, withdrawalColumns } from '#contract/orders/withdrawals.ts';
import { m } from '#messages';
import { call } from '../call.ts';
import { fetchAdminOrder, forgetAdminOrders } from './order.ts';
import { returnsTable } from './returns.ts';
import { createTable, type TableRequest } from './table.ts';
import { refreshWork } from './work.ts';

/** The withdrawals in a state: those that wait, by default. */
export const withdrawalsTable = createTable({
  load: (query, options) => call<'Withdrawals'>('GET', `/admin/withdrawal?${query}`, options),
  columns: withdrawalColumns,
  sort: 'date',
  direction: 'desc',
  filters: ['state'],
  rowsOf: ({ withdrawals }) => withdrawals,
  onChanged: refreshWork,
});

type Request = TableRequest<WithdrawalColumn>;

/** The order with a number, as people write it; null if there is none. @throws ApiError */
export async function findNumberedOrder(number: string): Promise<AdminOrderDetailView | null> {
  const digits = number.replace(/\D+/g, '');
  if (digits === '') return null;
  const query = new URLSearchParams({ search: digits });
  const { orders } = await call<'AdminOrders'>('GET', `/admin/order?${query}`, { task: m.adminReturns.findTask() });
  const found = orders.find((order) => String(order.number) === digits);
  return found ? fetchAdminOrder(found._id) : null;
}

/** Matches a withdrawal to an order, and withdraws its units. @throws ApiError */
export function matchWithdrawal(request: Request, withdrawal: AdminWithdrawalView, body: MatchInput): Promise<void> {
  return decide(request, withdrawal, 'match', body);
}

/** Dismisses a withdrawal. @throws ApiError */
export function dismissWithdrawal(request: Request, withdrawal: AdminWithdrawalView, body: DismissInput) {
  return decide(request, withdrawal, 'dismiss', body);
}

async function decide(request: Request, { _id }: AdminWithdrawalView, step: 'match' | 'dismiss', body: object) {
  const path = `/admin/withdrawal/${encodeURIComponent(_id)}/${step}`;
  await withdrawalsTable.remove(request, [_id], () =>
    call<'WithdrawalSaved'>('POST', path, { body, task: m.adminReturns.decideTask() }),
  );
  forgetAdminOrders();
  returnsTable.remote.forgetHidden();
}
