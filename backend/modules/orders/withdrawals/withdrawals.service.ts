import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type {
  DismissInput,
  MatchInput,
  OrderWithdrawalInput,
  WithdrawalInput,
} from '#contract/orders/withdrawals.input.ts';
import { isDelayed, type WithdrawalReceipt } from '#contract/orders/withdrawals.ts';
import { currentCode, m } from '#messages';
import { type Actor, audit, changesBetween } from '../../../core/audit/audit.ts';
import { currentTime } from '../../../core/database/columns.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { isoDate } from '../../../core/database/iso-date.ts';
import { isSameName, keyOfEmail } from '../../../core/database/names.ts';
import { ago } from '../../../core/database/queries.ts';
import { removeInBatches } from '../../../core/database/remove-in-batches.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import { emit } from '../../../core/events/outbox.ts';
import { newId } from '../../../core/ids.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { userNames } from '../../users/accounts/users.queries.ts';
import { isOrderNumber } from '../dashboard/orders.admin.queries.ts';
import { findAndLock, lockOrder } from '../order-steps.ts';
import { db } from '../orders.tables.ts';
import { attach, newReference, statementOf } from './statement.ts';
import { mustWait, requireUnits, unitsMeantBy, withdrawUnits } from './withdraw-units.ts';
import { Withdrawal } from './withdrawal.entity.ts';

type WithdrawalDeps = { em: EntityManager; settings: ShopSettings };

/**
 * Stores a statement that somebody makes without a login. Runs the same statements whether or not the order exists, so that
 * nobody can tell; what follows from it happens in the background.
 */
export function receiveWithdrawal(em: EntityManager, input: WithdrawalInput): Promise<WithdrawalReceipt> {
  const { orderNumber, name, email, items, note } = input;
  return em.transactional(async (em) => {
    const withdrawalId = newId();
    const content = { orderNumber, name, email, items, note, language: currentCode() };
    const { reference, receivedAt } = await db(em)
      .insertInto('withdrawal')
      .values({ id: withdrawalId, reference: newReference(), ...content, orderId: fittingOrder(em, input) })
      .returning(['reference', 'receivedAt'])
      .executeTakeFirstOrThrow();
    emit(em, 'withdrawal.received', { withdrawalId });
    return { reference, receivedAt: isoDate(receivedAt) };
  });
}

/** Subquery: the order with this number and email. Orders from before they kept an email have that of the account. */
function fittingOrder(em: EntityManager, { orderNumber, email }: Pick<WithdrawalInput, 'orderNumber' | 'email'>) {
  const typed = orderNumber.replace(/^#\s*/, '');
  return db(em)
    .selectFrom('shopOrder')
    .leftJoin(userNames(em).as('shopper'), 'shopper.id', 'shopOrder.userId')
    .select('shopOrder.id')
    .where('shopOrder.number', '=', isOrderNumber(typed) ? Number(typed) : 0)
    .where(isSameName(`coalesce(nullif("shop_order"."email", ''), "shopper"."email")`, email, keyOfEmail));
}

/**
 * Withdraws a shopper from the contract about units of their order, at once or when another refund of it is carried out.
 * @throws AppError notFound; invalid; conflict if the order is not paid or canceled, or units are withdrawn already
 */
export async function withdrawOwn(
  { em, settings }: WithdrawalDeps,
  userId: string,
  orderId: string,
  { lines, note }: OrderWithdrawalInput,
): Promise<WithdrawalReceipt> {
  const set = await settings.read(em);
  return inFreshTransaction(em, async (em) => {
    const order = await lockOrder(em, orderId, userId);
    const units = await requireUnits(em, order, lines);
    const statement = await statementOf(em, order, { lines: units, note });
    if (!(await mustWait(em, order, units))) {
      await attach(em, order, statement, units, set);
      await withdrawUnits(em, order, statement, set, { by: 'shopper' });
    }
    return { reference: statement.reference, receivedAt: statement.receivedAt.toISOString() };
  });
}

/** Carries out a statement that fits a paid order. Idempotent. Others wait for staff, the payment, or another refund. */
export async function carryOutWithdrawal({ em, settings }: WithdrawalDeps, withdrawalId: string): Promise<void> {
  const found = await waiting(em).where('id', '=', withdrawalId).executeTakeFirst();
  if (found) await carryOut({ em, settings }, found);
}

/** Carries out the statements about an order that came while its payment was processing. Idempotent. */
export async function carryOutWithdrawals({ em, settings }: WithdrawalDeps, orderId: string): Promise<void> {
  const found = await waiting(em).where('orderId', '=', orderId).orderBy('receivedAt').execute();
  for (const withdrawal of found) await carryOut({ em, settings }, withdrawal);
}

/**
 * Carries out the statements about an order that came while a refund of it was processing. Idempotent. One about all units
 * that came after another waits for staff: it may be the same one, sent twice.
 */
export async function carryOutDelayed({ em, settings }: WithdrawalDeps, orderId: string): Promise<void> {
  const found = await waiting(em)
    .where('orderId', '=', orderId)
    .where(({ or, not, exists, selectFrom }) =>
      or([
        sql<boolean>`lines <> '[]'`,
        not(
          exists(
            selectFrom('withdrawal as older')
              .select('older.id')
              .whereRef('older.orderId', '=', 'withdrawal.orderId')
              .whereRef('older.id', '<', 'withdrawal.id')
              .where('older.state', '<>', 'dismissed'),
          ),
        ),
      ]),
    )
    .orderBy('receivedAt')
    .execute();
  for (const withdrawal of found) await carryOut({ em, settings }, withdrawal);
}

/** Those that leave nothing to staff: all units, or known ones, are meant, and no refund of them was rejected. */
function waiting(em: EntityManager) {
  return db(em)
    .selectFrom('withdrawal')
    .select(['id', 'orderId'])
    .where('state', '=', 'waiting')
    .where(sql<boolean>`(items = '' or lines <> '[]')`)
    .where('orderId', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refund')
            .select('refund.id')
            .whereRef('refund.orderId', '=', 'withdrawal.orderId')
            .whereRef('refund.withdrawalId', '=', 'withdrawal.id'),
        ),
      ),
    )
    .$narrowType<{ orderId: string }>();
}

async function carryOut({ em, settings }: WithdrawalDeps, { id, orderId }: { id: string; orderId: string }) {
  const set = await settings.read(em);
  await inFreshTransaction(em, async (em) => {
    const order = await findAndLock(em, { id: orderId });
    const statement = await lockWithdrawal(em, id);
    if (order === null || statement?.state !== 'waiting') return;
    const units = await unitsMeantBy(em, order, statement);
    const isKnown = statement.lines.length > 0;
    if (units.length === 0 && !isKnown) return;
    if (await mustWait(em, order, units)) {
      if (!isKnown) statement.lines = units;
      return;
    }
    // The refund that it waited for may have been of its units.
    await attach(em, order, statement, units.length > 0 ? units : statement.lines, set);
    if (units.length > 0) await withdrawUnits(em, order, statement, set, { by: 'shop' });
  });
}

/**
 * Attaches a statement to the order that staff chose, and withdraws the units that it means.
 * @throws AppError notFound; invalid; conflict if it is decided, the order can't be withdrawn from, or a refund of it is still
 * to be carried out
 */
export async function matchWithdrawal(
  { em, settings }: WithdrawalDeps,
  admin: Actor,
  withdrawalId: string,
  { orderId, lines }: MatchInput,
): Promise<void> {
  const set = await settings.read(em);
  await inFreshTransaction(em, async (em) => {
    // Orders are locked first.
    const order = await findAndLock(em, { id: orderId });
    const statement = await requireWaiting(em, withdrawalId);
    if (order === null) throw invalid({ orderId: m.orders.notFound() });
    const units = await requireUnits(em, order, lines, statement);
    if (await mustWait(em, order, units)) throw new AppError('conflict', m.returns.refundUnderway());
    await attach(em, order, statement, units, set);
    await withdrawUnits(em, order, statement, set, { by: 'shop', adminName: admin.username });
    auditDecision(em, admin, statement, 'withdrawal.matched', { order: order.number });
  });
}

/** @throws AppError notFound; conflict if it is decided or waits for a refund */
export async function dismissWithdrawal(
  em: EntityManager,
  admin: Actor,
  withdrawalId: string,
  { reason }: DismissInput,
): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const statement = await requireWaiting(em, withdrawalId);
    Object.assign(statement, { state: 'dismissed', reason, dismissedAt: currentTime() });
    auditDecision(em, admin, statement, 'withdrawal.dismissed', { reason });
  });
}

function auditDecision(
  em: EntityManager,
  admin: Actor,
  { id, reference }: Withdrawal,
  action: 'withdrawal.matched' | 'withdrawal.dismissed',
  values: Record<string, string | number>,
): void {
  audit(em, admin, { action, subjectId: id, subjectName: reference, changes: changesBetween({}, values) });
}

function lockWithdrawal(em: EntityManager, withdrawalId: string): Promise<Withdrawal | null> {
  return em.findOne(Withdrawal, withdrawalId, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

async function requireWaiting(em: EntityManager, withdrawalId: string): Promise<Withdrawal> {
  const statement = await lockWithdrawal(em, withdrawalId);
  if (statement === null) throw new AppError('notFound', m.withdrawals.notFound());
  if (statement.state !== 'waiting') throw new AppError('conflict', m.withdrawals.decided());
  if (isDelayed(statement)) throw new AppError('conflict', m.returns.refundUnderway());
  return statement;
}

/** Removes the statements that were dismissed at least `olderThan` milliseconds ago and belong to no order. */
export function removeDismissed(em: EntityManager, olderThan: number): Promise<void> {
  return removeInBatches(
    em,
    'withdrawal',
    sql`state = 'dismissed' and order_id is null and dismissed_at <= ${ago(olderThan)}`,
  );
}
