import { sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { emit } from '../../../core/events/outbox.ts';
import { db } from '../catalogue.tables.ts';

/**
 * Announces that products can no longer be bought as before: they were repriced, unpublished or deleted. Call it in the
 * transaction of the change, which has locked them: orders at the old price can't be opened from then on.
 */
export async function endOffers(em: EntityManager, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return;
  // Not now(): the transaction may have begun long ago.
  const { endedAt } = await db(em).selectNoFrom(sql<Date>`clock_timestamp()`.as('endedAt')).executeTakeFirstOrThrow();
  emit(em, 'product.offerEnded', { productIds, endedAt: new Date(endedAt).toISOString() });
}
