import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type Database, openDatabase, requireDatabase } from '../core/database/db.ts';
import { migrate } from '../core/database/migrations.ts';
import { StartError } from '../core/process/start.ts';
import { openStorage } from '../core/storage/open-storage.ts';
import { entities } from '../entities.ts';
import { isLocked, lockDataFolder } from './lock.ts';
import { register, registerStarting } from './parts.ts';
import { findPostgres, startPostgres } from './postgres.ts';
import { letOwnerPass } from './postgres-owner.ts';
import type { Secrets } from './secrets.ts';
import { findSeededAdmin, type SeededAdmin, seed } from './seed.ts';

type RunningDatabase = { url: string; stop(): Promise<unknown> };

/** Returns DATABASE_URL or starts the embedded database. @throws StartError */
export async function startDatabase({ databaseUrl, dataDir }: Config): Promise<RunningDatabase> {
  if (databaseUrl !== null) return { url: databaseUrl, stop: async () => {} };
  letOwnerPass(dataDir);
  return startPostgres({ folder: folderOf(dataDir) });
}

/**
 * The database of the running shop, or one that is started for this program only.
 * @throws StartError while a shop is starting or stopping
 */
export async function reachDatabase(config: Config): Promise<{ url: string; isRunning: boolean }> {
  const running = await findDatabase(config);
  if (running !== null) return { url: running, isRunning: true };
  if (config.databaseUrl === null) register(lockDataFolder(config.dataDir));
  const { url } = await registerStarting(startDatabase(config));
  return { url, isRunning: false };
}

/**
 * The embedded database of the running shop; null if none is running.
 * @throws StartError while a shop is starting or stopping
 */
export async function findDatabase({ databaseUrl, dataDir }: Config): Promise<string | null> {
  if (databaseUrl !== null || !isLocked(dataDir)) return null;
  const url = await findPostgres(folderOf(dataDir));
  if (url === null) throw new StartError('The shop is starting or stopping. Try again in a moment.');
  return url;
}

function folderOf(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** Migrates the database and seeds it if empty. @returns the seeded admin */
export async function prepareDatabase(url: string, config: Config, secrets: Secrets): Promise<SeededAdmin | null> {
  return withOrm(url, async (orm) => {
    await migrate(orm);
    await seed(orm, await openStorage(config), config, secrets);
    return findSeededAdmin(orm, secrets);
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
