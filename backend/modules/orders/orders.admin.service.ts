import { currencies, currencyCodes } from '#contract/money.ts';
import { type OrderColumn, type OrderState, orderStates } from '#contract/orders.ts';
import type { TableQuery } from '#contract/table.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { containing } from '../../core/queries.ts';
import { type Condition, pageOf, readTable, type TableSource } from '../../core/table.ts';
import type { AdminOrderRow } from './orders.present.ts';
import { NO_SUCH_ORDER, ORDER_FIELDS } from './orders.queries.ts';

const ADMIN_ORDER_FIELDS = `${ORDER_FIELDS}, o.payment_intent_id as "paymentIntentId", o.checked_at as "checkedAt",
  case when u.id is not null then json_build_object('_id', u.id, 'username', u.username, 'email', u.email) end as shopper`;

const FROM_ORDERS = 'shop_order o left join user_account u on u.id = o.user_id';

/** Amounts of different currencies are compared by what they are worth in euros. */
const AMOUNT_IN_EUR = `o.amount / case o.currency ${currencyCodes
  .map((code) => `when '${code}' then ${currencies[code].rateHundredths}.0`)
  .join(' ')} end`;

const orders: Omit<TableSource<OrderColumn>, 'search'> = {
  select: 'o.id',
  from: FROM_ORDERS,
  countFrom: 'shop_order o',
  columns: {
    number: 'o.number',
    shopper: 'lower(u.username)',
    amount: AMOUNT_IN_EUR,
    // In the order in which an order passes through them.
    state: `array_position(array[${orderStates.map((state) => `'${state}'`).join(', ')}], o.state)`,
    date: 'o.created_at',
  },
  id: 'o.id',
};

/** `search` looks into numbers, shoppers' usernames and emails, titles of lines, and the provider's ids. */
export type OrderFilter = { search: string; state?: OrderState };

/** The orders of everybody that a table shows; `state` narrows it. */
export async function listAllOrders(
  em: EntityManager,
  query: TableQuery<OrderColumn>,
  state?: OrderState,
): Promise<{ rows: AdminOrderRow[]; total: number }> {
  const source = { ...orders, search: [], where: ordersWhere({ search: query.search, state }) };
  const page = await readTable<{ id: string }, OrderColumn>(em, source, { ...query, search: '' });
  return { rows: await readOrders(em, page.rows), total: page.total };
}

function readOrders(em: EntityManager, ids: { id: string }[]): Promise<AdminOrderRow[]> {
  const { sql, parameters } = pageOf(ids);
  return em.execute<AdminOrderRow[]>(
    `select ${ADMIN_ORDER_FIELDS}
     from ${sql} join shop_order o on o.id = page.id left join user_account u on u.id = o.user_id
     order by page.place`,
    parameters,
  );
}

/** What a filter means in SQL, where `o` is the order's row. */
export function ordersWhere({ search, state }: OrderFilter): Condition[] {
  const where: Condition[] = [];
  if (state !== undefined) where.push({ sql: 'o.state = ?', parameters: [state] });
  if (search !== '') where.push(searchCondition(search));
  return where;
}

function searchCondition(search: string): Condition {
  const places = [
    `o.user_id in (select id from user_account where username || ' ' || email ilike ?)`,
    'o.id in (select order_id from order_line where title ilike ?)',
    // Only looked into for what can be in it.
    ...(/^\d+$/.test(search) ? ['o.number::text like ?'] : []),
    ...(/^\w+$/.test(search) ? ['o.payment_intent_id ilike ?'] : []),
  ];
  return { sql: `(${places.join(' or ')})`, parameters: places.map(() => containing(search)) };
}

/** Anybody's order with its lines. @throws AppError notFound */
export async function findAnyOrder(em: EntityManager, orderId: string): Promise<AdminOrderRow> {
  const [order] = await readOrders(em, [{ id: orderId }]);
  if (order === undefined) throw new AppError('notFound', NO_SUCH_ORDER);
  return order;
}
