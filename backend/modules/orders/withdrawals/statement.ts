import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { formatNumber } from '#contract/values/numbers.ts';
import { currentCode } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { emit } from '../../../core/events/outbox.ts';
import { newId } from '../../../core/ids.ts';
import type { Units } from '../../catalogue/products/stock.ts';
import { userNames } from '../../users/accounts/users.queries.ts';
import type { Order } from '../order.entity.ts';
import { record } from '../order-steps.ts';
import { db } from '../orders.tables.ts';
import { type WithdrawalSettings, withdrawUntil } from './deadline.ts';
import { Withdrawal } from './withdrawal.entity.ts';

/** Stores the statement of a logged in shopper about units of a locked order, which it waits for, and has it acknowledged. */
export async function statementOf(
  em: EntityManager,
  order: Order,
  { lines, note }: { lines: Units[]; note: string },
): Promise<Withdrawal> {
  const { now } = await db(em).selectNoFrom(sql<string>`now()`.as('now')).executeTakeFirstOrThrow();
  const statement = em.create(Withdrawal, {
    id: newId(),
    reference: newReference(),
    order,
    orderNumber: String(order.number),
    name: order.buyerName,
    email: order.email || (await emailOf(em, order)),
    items: await wordsFor(order, lines),
    note,
    language: currentCode(),
    lines,
    receivedAt: new Date(now),
  });
  emit(em, 'withdrawal.received', { withdrawalId: statement.id });
  return statement;
}

/** Attaches a statement, which withdraws these units, to its locked order. */
export async function attach(
  em: EntityManager,
  order: Order,
  statement: Withdrawal,
  lines: Units[],
  settings: WithdrawalSettings,
): Promise<void> {
  const arrivals = await db(em)
    .selectFrom('orderHistory')
    .select(['what', 'date'])
    .where('orderId', '=', order.id)
    .where('what', 'in', ['delivered', 'collected'])
    .orderBy('date')
    .execute();
  const until = withdrawUntil({ fulfilment: order.fulfilment, history: arrivals }, settings);
  Object.assign(statement, { order, lines, state: 'matched' });
  statement.isLate = until !== null && statement.receivedAt > until;
  await record(em, order, 'withdrawn', { by: 'shopper' });
}

/** "2 × Laptop": the withdrawn units, one in a line. */
async function wordsFor(order: Order, units: readonly Units[]): Promise<string> {
  const titles = new Map((await order.lines.loadItems()).map(({ productId, title }) => [productId, title]));
  return units.map(({ productId, count }) => `${formatNumber(count)} × ${titles.get(productId)}`).join('\n');
}

/** The email of the account, for orders from before they kept it. */
async function emailOf(em: EntityManager, { id }: Order): Promise<string> {
  const { email } = await db(em)
    .selectFrom('shopOrder')
    .innerJoin(userNames(em).as('shopper'), 'shopper.id', 'shopOrder.userId')
    .select('shopper.email')
    .where('shopOrder.id', '=', id)
    .executeTakeFirstOrThrow();
  return email;
}

/** Without what people mistake for each other. */
const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** "W-7K2M9QXR": can't be guessed, and is easy to read out. */
export function newReference(): string {
  return `W-${[...randomBytes(8)].map((byte) => SYMBOLS[byte % SYMBOLS.length]).join('')}`;
}
