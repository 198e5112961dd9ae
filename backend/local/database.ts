import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type Database, migrate, openDatabase, requireDatabase } from '../core/db.ts';
import { createStorage } from '../core/storage.ts';
import { entities } from '../entities.ts';
import { startPostgres } from './postgres.ts';
import type { Secrets } from './secrets.ts';
import { findSeededAdmin, type SeededAdmin, seed } from './seed.ts';

type RunningDatabase = { url: string; stop(): Promise<unknown> };

/** The database of DATABASE_URL, or an embedded one in the data folder. @throws StartError if it can't be had */
export async function startDatabase({ databaseUrl, dataDir }: Config): Promise<RunningDatabase> {
  if (databaseUrl !== null) return { url: databaseUrl, stop: async () => {} };
  return startPostgres({ folder: join(dataDir, 'postgres') });
}

type Prepared = { isFilled: boolean; admin: SeededAdmin | null };

/** Migrates a database, and fills it if it is empty. @returns whether it was, and the admin who came with the filling */
export async function prepareDatabase(url: string, config: Config, secrets: Secrets): Promise<Prepared> {
  return withOrm(url, async (orm) => {
    await migrate(orm);
    const isFilled = await seed(orm, createStorage(config.dataDir), config, secrets);
    return { isFilled, admin: await findSeededAdmin(orm, secrets) };
  });
}

/** Opens the mapping for `work`, and closes it. @throws Error in one line if the database can't be reached */
export async function withOrm<T>(url: string, work: (orm: Database) => Promise<T>): Promise<T> {
  const orm = await openDatabase({ url, entities });
  try {
    await requireDatabase(orm, url);
    return await work(orm);
  } finally {
    await orm.close();
  }
}
