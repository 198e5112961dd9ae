import { sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { ago } from '../../../core/database/queries.ts';
import { removeInBatches } from '../../../core/database/remove-in-batches.ts';
import { db } from '../catalogue.tables.ts';

/**
 * Milliseconds after which a process no longer follows the changes but loads the whole catalogue: half the time that
 * changes are kept.
 */
export const FOLLOW_LIMIT = 24 * 60 * 60 * 1000;

/** Removes changes that no process can still need. The time of a change has no index, but ids grow with it. */
export async function removeOldChanges(em: EntityManager): Promise<void> {
  const firstNeeded = await db(em)
    .selectFrom('catalogueChange')
    .select('id')
    .where('createdAt', '>=', ago(2 * FOLLOW_LIMIT))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  // Without a newer change, the table doesn't grow.
  if (firstNeeded === undefined) return;
  await removeInBatches(em, 'catalogue_change', sql`id < ${firstNeeded.id}`);
}
