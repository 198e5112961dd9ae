import type { EntityManager } from '../../../core/database/db.ts';
import { ago } from '../../../core/database/queries.ts';
import { db } from '../catalogue.tables.ts';

/**
 * Milliseconds after which a process no longer follows the changes but loads the whole catalogue: half the time that
 * changes are kept.
 */
export const FOLLOW_LIMIT = 24 * 60 * 60 * 1000;

/** Removes changes that no process can still need. */
export async function removeOldChanges(em: EntityManager): Promise<void> {
  await db(em)
    .deleteFrom('catalogueChange')
    .where('createdAt', '<', ago(2 * FOLLOW_LIMIT))
    .execute();
}
