import type { InferResult, RawBuilder } from 'kysely';
import type { EntityManager } from '../../core/database/db.ts';
import { isSameName, keyOfCode } from '../../core/database/names.ts';
import { anyOf } from '../../core/database/queries.ts';
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
  return withCode(
    code,
    await discounts(em).select(isSame(code).as('isWanted')).where(isSame(code)).orderBy('id').execute(),
  );
}

/**
 * Locks the discount with a code, and those with the given ids, until the transaction ends. The fixed order prevents
 * deadlocks.
 * @returns the one with the code
 */
export async function lockDiscounts(
  em: EntityManager,
  code: string,
  ids: readonly string[],
): Promise<DiscountRow | undefined> {
  if (code === '' && ids.length === 0) return undefined;
  const locked = await discounts(em)
    .select(isSame(code).as('isWanted'))
    .where(({ or, eb }) => or([isSame(code), eb('id', '=', anyOf(ids))]))
    .orderBy('id')
    .forUpdate()
    .execute();
  return withCode(code, locked);
}

function isSame(code: string): RawBuilder<boolean> {
  return isSameName('code', code, keyOfCode);
}

/** Codes that once differed may mean the same now: the one that is written so, else the oldest. */
function withCode<Row extends DiscountRow & { isWanted: boolean }>(code: string, rows: Row[]): Row | undefined {
  const wanted = rows.filter(({ isWanted }) => isWanted);
  return wanted.find((row) => row.code.toLowerCase() === code.toLowerCase()) ?? wanted[0];
}

/** Locks a discount until the transaction ends. */
export function lockDiscount(em: EntityManager, id: string): Promise<DiscountRow | undefined> {
  return discounts(em).where('id', '=', id).forUpdate().executeTakeFirst();
}
