import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { emptyDatabase } from '../core/database/db.ts';
import { run, StartError } from '../core/process/start.ts';
import { openStorage } from '../core/storage/open-storage.ts';
import { folders, StorageError } from '../core/storage/storage.ts';
import { emptyQueues } from '../operations/empty-queues.ts';
import { withOrm } from './database.ts';
import { lockDataFolder } from './lock.ts';
import { stopPostgres } from './postgres.ts';
import { letOwnerPass } from './postgres-owner.ts';

/** Created by the shop. Other files in DATA_DIR stay untouched. */
const CREATED_BY_THE_SHOP = [
  'uploads',
  'pending',
  'imports',
  'temporary',
  'mailbox',
  'logs',
  'secrets.json',
  'payments.sqlite',
  'payments.sqlite-wal',
  'payments.sqlite-shm',
];
const EMBEDDED_DATABASE = 'postgres';

/** Deletes all data. */
async function main(): Promise<void> {
  const config = readConfig();
  const { dataDir, databaseUrl, redisUrl, production } = config;
  if (production) throw new StartError('`make reset` deletes all data, so it refuses to run with NODE_ENV=production');
  const lock = lockDataFolder(dataDir);
  try {
    // First, so that the database stays if the queues or the bucket can't be reached.
    if (redisUrl !== null) await emptyQueues();
    if (config.s3 !== null) await emptyBucket(config);
    if (databaseUrl === null) {
      // It may still be running if its shop was killed.
      letOwnerPass(dataDir);
      await stopPostgres(join(dataDir, EMBEDDED_DATABASE));
      remove(join(dataDir, EMBEDDED_DATABASE));
    } else await withOrm(databaseUrl, emptyDatabase);
    for (const name of CREATED_BY_THE_SHOP) remove(join(dataDir, name));
  } finally {
    lock.stop();
  }
  process.stdout.write('All data deleted. `make up` starts with new data.\n');
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** Removes the shop's files from its bucket. */
async function emptyBucket(config: Config): Promise<void> {
  const storage = await openStorage(config);
  try {
    for (const folder of Object.values(folders)) await storage.removeFolder(folder);
    await storage.removeUnfinished(0);
  } catch (cause) {
    throw cause instanceof StorageError ? new StartError(cause.message, { cause }) : cause;
  }
}

run(main);
