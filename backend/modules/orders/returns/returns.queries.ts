import { sql } from 'kysely';
import type { AdminReturnView, ReturnColumn, ReturnState } from '#contract/orders/returns.ts';
import type { TableQuery } from '#contract/table.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { anyOf } from '../../../core/database/queries.ts';
import { countRows, readPageAs } from '../../../core/database/table.ts';
import { AppError } from '../../../core/errors.ts';
import { ordersMatching, ordersWithShopper } from '../dashboard/orders.admin.queries.ts';
import { db } from '../orders.tables.ts';
import { overdue } from './order-return.entity.ts';
import { presentAdminReturn } from './returns.present.ts';

export type ReturnFilter = { state: ReturnState | undefined; isOverdue: boolean };

/** A page of the returns for the dashboard's table. The search is that of orders. */
export async function listReturns(
  em: EntityManager,
  query: TableQuery<ReturnColumn>,
  { state, isOverdue }: ReturnFilter,
): Promise<{ returns: AdminReturnView[]; total: number }> {
  let found = db(em).selectFrom('orderReturn');
  if (state !== undefined) found = found.where('state', '=', state);
  if (isOverdue) found = found.where(sql.raw<boolean>(overdue));
  if (query.search !== '') found = found.where('orderId', 'in', ordersMatching(em, query.search));
  const { rows, total } = await readPageAs(
    query,
    // Orders are numbered in the order of their ids.
    {
      columns: { date: 'createdAt', number: 'orderId', state: 'state', refundDue: 'refundDue' },
      ties: ['createdAt', 'id'],
      // As the indexes have them.
      tieDirection: query.direction,
    },
    found.select(['id', 'orderId']),
    countRows(em, found),
    { isSearch: query.search !== '', show: (page) => viewReturns(em, page) },
  );
  return { returns: rows, total };
}

/** A return with its order. @throws AppError notFound */
export async function findReturn(em: EntityManager, returnId: string): Promise<AdminReturnView> {
  const row = await db(em).selectFrom('orderReturn').select(['id', 'orderId']).where('id', '=', returnId).execute();
  const [found] = await viewReturns(em, row);
  if (found === undefined) throw new AppError('notFound', m.returns.notFound());
  return found;
}

async function viewReturns(em: EntityManager, rows: readonly { id: string; orderId: string }[]) {
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))];
  const found = await ordersWithShopper(em).where('shopOrder.id', '=', anyOf(orderIds)).execute();
  const views = found.flatMap((order) => order.returns.map((goods) => presentAdminReturn(order, goods)));
  const byId = new Map(views.map((view) => [view._id, view]));
  return rows.flatMap(({ id }) => byId.get(id) ?? []);
}

/** The returns that wait for staff. */
export async function countReturns(em: EntityManager): Promise<{ requested: number; overdue: number }> {
  const count = db(em)
    .selectFrom('orderReturn')
    .select(({ fn }) => fn.countAll<number>().as('count'));
  const [requested, late] = await Promise.all([
    count.where('state', '=', 'requested').executeTakeFirstOrThrow(),
    count.where(sql.raw<boolean>(overdue)).executeTakeFirstOrThrow(),
  ]);
  return { requested: requested.count, overdue: late.count };
}
