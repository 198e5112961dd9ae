import type { InferResult } from 'kysely';
import type { EntityManager } from '../../core/db.ts';
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

/** Locks a discount until the transaction ends. */
export function lockDiscount(em: EntityManager, id: string): Promise<DiscountRow | undefined> {
  return discounts(em).where('id', '=', id).forUpdate().executeTakeFirst();
}
