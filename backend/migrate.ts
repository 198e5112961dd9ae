import { readConfig } from './config.ts';
import { openDatabase, requireDatabase } from './core/database/db.ts';
import { migrate } from './core/database/migrations.ts';
import { createLog } from './core/observability/log.ts';
import { run, StartError } from './core/process/start.ts';
import { entities } from './entities.ts';

/** Migrates DATABASE_URL before a rollout, while the previous release is running. Concurrent runs migrate once. */
async function main(): Promise<void> {
  const { databaseUrl, logLevel } = readConfig();
  if (databaseUrl === null) throw new StartError(['DATABASE_URL is missing']);
  const database = await openDatabase({ url: databaseUrl, entities });
  try {
    await requireDatabase(database, databaseUrl);
    await migrate(database, { log: createLog('migrate', logLevel) });
  } finally {
    await database.close();
  }
}

run(main);
