import { type InferResult, sql } from 'kysely';
import type { AdminWithdrawalView, WithdrawalColumn, WithdrawalState } from '#contract/orders/withdrawals.ts';
import type { TableQuery } from '#contract/table.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { isoDate } from '../../../core/database/iso-date.ts';
import { anyOf, containing } from '../../../core/database/queries.ts';
import { countRows, readPage } from '../../../core/database/table.ts';
import { AppError } from '../../../core/errors.ts';
import { db } from '../orders.tables.ts';

type WithdrawalRow = InferResult<ReturnType<typeof withdrawals>>[number];

function withdrawals(em: EntityManager) {
  return db(em)
    .selectFrom('withdrawal')
    .leftJoin('shopOrder', 'shopOrder.id', 'withdrawal.orderId')
    .select(['withdrawal.id', 'withdrawal.reference', 'withdrawal.state', 'withdrawal.orderNumber', 'withdrawal.name'])
    .select(['withdrawal.email', 'withdrawal.items', 'withdrawal.note', 'withdrawal.lines', 'withdrawal.isLate'])
    .select(['withdrawal.receivedAt', 'withdrawal.reason', 'withdrawal.orderId', 'shopOrder.number'])
    .select(({ selectFrom }) =>
      selectFrom('withdrawal as older')
        .select('older.reference')
        .whereRef('older.orderId', '=', 'withdrawal.orderId')
        .whereRef('older.id', '<', 'withdrawal.id')
        .orderBy('older.id')
        .limit(1)
        .as('earlier'),
    );
}

function presentWithdrawal({ id, receivedAt, ...withdrawal }: WithdrawalRow): AdminWithdrawalView {
  return { _id: id, ...withdrawal, receivedAt: isoDate(receivedAt) };
}

/** A page of the statements in a state. */
export async function listWithdrawals(em: EntityManager, query: TableQuery<WithdrawalColumn>, state: WithdrawalState) {
  let found = withdrawals(em).where('withdrawal.state', '=', state);
  const { search } = query;
  if (search !== '') {
    const searched = sql<string>`concat_ws(' ', reference, withdrawal.order_number, withdrawal.name, withdrawal.email)`;
    found = found.where(searched, 'ilike', containing(search));
  }
  const columns = { date: 'withdrawal.receivedAt', state: 'withdrawal.state' } as const;
  const ties = ['withdrawal.receivedAt', 'withdrawal.id'] as const;
  const { rows, total } = await readPage(query, { columns, ties }, found, countRows(em, found.clearSelect()));
  return { withdrawals: rows.map(presentWithdrawal), total };
}

/** @throws AppError notFound */
export async function findWithdrawal(em: EntityManager, withdrawalId: string): Promise<AdminWithdrawalView> {
  const notFound = () => new AppError('notFound', m.withdrawals.notFound());
  const row = await withdrawals(em).where('withdrawal.id', '=', withdrawalId).executeTakeFirstOrThrow(notFound);
  return presentWithdrawal(row);
}

/** What the mail about a statement tells. */
export function findStatement(em: EntityManager, withdrawalId: string) {
  return db(em)
    .selectFrom('withdrawal')
    .select(['reference', 'receivedAt', 'orderNumber', 'name', 'email', 'items', 'note', 'language'])
    .where('id', '=', withdrawalId)
    .executeTakeFirst();
}

/** The statements that wait for staff, and not for a refund. */
export async function countWithdrawals(em: EntityManager): Promise<number> {
  const { count } = await db(em)
    .selectFrom('withdrawal')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where(sql<boolean>`lines = '[]'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** The emails of statements, by id. */
export async function findWithdrawalEmails(em: EntityManager, withdrawalIds: readonly string[]) {
  const rows = await db(em)
    .selectFrom('withdrawal')
    .select(['id', 'email'])
    .where('id', '=', anyOf(withdrawalIds))
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Subquery: the ids of statements made with an email that contains `search`. */
export function withdrawalsFrom(em: EntityManager, search: string) {
  return db(em).selectFrom('withdrawal').select('id').where('email', 'ilike', containing(search));
}
