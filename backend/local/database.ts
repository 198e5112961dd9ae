import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type Database, openDatabase, requireDatabase } from '../core/db.ts';
import { createStorage } from '../core/file-storage.ts';
import { migrate } from '../core/migrations.ts';
import { entities } from '../entities.ts';
import { startPostgres } from './postgres.ts';
import type { Secrets } from './secrets.ts';
import { findSeededAdmin, type SeededAdmin, seed } from './seed.ts';

type RunningDatabase = { url: string; stop(): Promise<unknown> };

/** Returns DATABASE_URL or starts the embedded database. @throws StartError */
export async function startDatabase({ databaseUrl, dataDir }: Config): Promise<RunningDatabase> {
  if (databaseUrl !== null) return { url: databaseUrl, stop: async () => {} };
  return startPostgres({ folder: join(dataDir, 'postgres') });
}

type Prepared = { isFilled: boolean; admin: SeededAdmin | null };

/** Migrates the database and seeds it if empty. @returns whether it was empty, and the seeded admin */
export async function prepareDatabase(url: string, config: Config, secrets: Secrets): Promise<Prepared> {
  return withOrm(url, async (orm) => {
    await migrate(orm);
    const isFilled = await seed(orm, createStorage(config.dataDir), config, secrets);
    return { isFilled, admin: await findSeededAdmin(orm, secrets) };
  });
}

/** Runs `work` with a connection. @throws StartError if the database can't be reached */
export async function withOrm<T>(url: string, work: (orm: Database) => Promise<T>): Promise<T> {
  const orm = await openDatabase({ url, entities });
  try {
    await requireDatabase(orm, url);
    return await work(orm);
  } finally {
    await orm.close();
  }
}
