import { type InferResult, type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../core/database/db.ts';
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

/** The discount with a code, in any case. */
export function findDiscount(em: EntityManager, code: string): Promise<DiscountRow | undefined> {
  return discounts(em).where(codeIs(code)).executeTakeFirst();
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
    .select(codeIs(code).as('isWanted'))
    .where(({ or, eb }) => or([codeIs(code), eb('id', '=', anyOf(ids))]))
    .orderBy('id')
    .forUpdate()
    .execute();
  return locked.find(({ isWanted }) => isWanted);
}

/** Uses the expression of the unique index. */
function codeIs(code: string): RawBuilder<boolean> {
  return sql<boolean>`lower(code) = lower(${code})`;
}

/** Locks a discount until the transaction ends. */
export function lockDiscount(em: EntityManager, id: string): Promise<DiscountRow | undefined> {
  return discounts(em).where('id', '=', id).forUpdate().executeTakeFirst();
}
