import { type InferResult, sql } from 'kysely';
import { m } from '#messages';
import type { EntityManager } from '../../core/database/db.ts';
import { isSameName, keyOfCode } from '../../core/database/names.ts';
import { anyOf } from '../../core/database/queries.ts';
import { AppError } from '../../core/errors.ts';
import { db } from './discounts.tables.ts';

export type DiscountRow = InferResult<ReturnType<typeof discounts>>[number];

function discounts(em: EntityManager) {
  return db(em)
    .selectFrom('discount')
    .select(['id', 'code', 'percentHundredths', 'amountCents', 'minimumCents', 'startsAt', 'endsAt', 'categoryIds'])
    .select(['maxUses', 'maxUsesPerShopper', 'isActive', 'uses']);
}

/** All discounts, the newest first. */
export function listDiscounts(em: EntityManager): Promise<DiscountRow[]> {
  return discounts(em).orderBy('id', 'desc').execute();
}

/** The discount with a code. Case, spaces, hyphens and the like make no difference: see nameKey. */
export async function findDiscount(em: EntityManager, code: string): Promise<DiscountRow | undefined> {
  return code === '' ? undefined : withCode(code, await discountsWith(em, code, []).execute());
}

/**
 * Locks the discount with a code, and those with the given ids, until the transaction ends. The fixed order prevents
 * deadlocks.
 * @returns the one with the code
 */
export async function lockDiscounts(em: EntityManager, code: string, ids: readonly string[]) {
  if (code === '' && ids.length === 0) return undefined;
  return withCode(code, await discountsWith(em, code, ids).forUpdate().execute());
}

function discountsWith(em: EntityManager, code: string, ids: readonly string[]) {
  const isSame = isSameName('code', code, keyOfCode);
  return discounts(em)
    .select(isSame.as('isWanted'))
    .where(({ or, eb }) => or([isSame, eb('id', '=', anyOf(ids))]))
    .orderBy('id');
}

/** Codes that once differed may mean the same now: the one that is written so, else the oldest. */
function withCode<Row extends DiscountRow & { isWanted: boolean }>(code: string, rows: Row[]): Row | undefined {
  const wanted = rows.filter(({ isWanted }) => isWanted);
  return wanted.find((row) => row.code.toLowerCase() === code.toLowerCase()) ?? wanted[0];
}

/** Locks a discount until the transaction ends. @throws AppError notFound */
export function lockDiscount(em: EntityManager, id: string): Promise<DiscountRow> {
  const notFound = () => new AppError('notFound', m.discounts.notFound());
  return discounts(em).where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound);
}

/** Adds to the uses of a discount, or takes from them. Lock it first. A discount that is deleted has none. */
export async function addUses(em: EntityManager, id: string, count: number): Promise<void> {
  const uses = sql<number>`uses + ${count}`;
  await db(em).updateTable('discount').set({ uses }).where('id', '=', id).execute();
}
