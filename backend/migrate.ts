import { readConfig } from './config.ts';
import { migrate, openDatabase, requireDatabase } from './core/db.ts';
import { run, StartError } from './core/start.ts';
import { entities } from './entities.ts';

/** Migrates DATABASE_URL before a rollout. Concurrent runs migrate once. */
async function main(): Promise<void> {
  const { databaseUrl } = readConfig();
  if (databaseUrl === null) throw new StartError(['DATABASE_URL is missing']);
  const database = await openDatabase({ url: databaseUrl, entities });
  try {
    await requireDatabase(database, databaseUrl);
    await migrate(database);
  } finally {
    await database.close();
  }
}

run(main);
