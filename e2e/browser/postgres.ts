import { join } from 'node:path';
import { startPostgres } from '../../backend/local/postgres.ts';
import { temporaryDataFolder } from '../../testing/processes/stack.ts';

/** Global setup: one PostgreSQL, with a database for the shop of each Playwright worker. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await temporaryDataFolder();
  const postgres = await startPostgres({
    folder: join(folder.path, 'database'),
    fsync: false,
    maxConnections: 300,
  }).catch(async (error) => {
    await folder.remove();
    throw error;
  });
  // Environment variables are the only values that Playwright passes to its workers.
  process.env.BROWSER_TESTS_POSTGRES_URL = postgres.url;
  return async () => {
    await postgres.stop();
    await folder.remove();
  };
}
