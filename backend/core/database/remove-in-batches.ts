import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from './db.ts';

/** Rows per statement. More would block others for too long. */
const BATCH = 5000;

/** Removes the rows of a table that meet an SQL condition, except those that others are changing. Any process may do so. */
export async function removeInBatches(em: EntityManager, table: string, condition: RawBuilder<unknown>): Promise<void> {
  const from = sql.table(table);
  const found = sql`select ctid from ${from} where ${condition} limit ${sql.lit(BATCH)} for update skip locked`;
  for (;;) {
    const remove = sql`delete from ${from} where ctid = any(array(${found}))`;
    const { numAffectedRows = 0n } = await remove.execute(em.getKysely());
    if (numAffectedRows < BATCH) return;
  }
}
