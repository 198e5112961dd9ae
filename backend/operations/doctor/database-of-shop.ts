import type { Config } from '../../config.ts';
import { type EntityManager, openDatabase } from '../../core/database/db.ts';
import { entities } from '../../entities.ts';

/** Milliseconds for each statement. */
const TIMEOUT = 5000;

/** Reads from the shop's database. Null without one; see checkDatabase. @throws if it can't be reached, or isn't migrated */
export async function withDatabase<Result>(
  { databaseUrl: url }: Config,
  read: (em: EntityManager) => Promise<Result>,
): Promise<Result | null> {
  if (url === null) return null;
  const database = await openDatabase({ url, entities, poolSize: 1, timeouts: { statement: TIMEOUT } });
  try {
    return await read(database.em.fork());
  } finally {
    await database.close();
  }
}
