import { readConfig } from '../config.ts';
import { migrate } from '../core/database/migrations.ts';
import { StartError } from '../core/process/start.ts';
import { openStorage } from '../core/storage/open-storage.ts';
import { startDatabase, withOrm } from './database.ts';
import { lockDataFolder } from './lock.ts';
import { register, registerStarting, runToEnd } from './parts.ts';
import { loadSecrets } from './secrets.ts';
import { seed } from './seed.ts';

/** `make migrate`, `make seed` and `make schema`, on the database of `make up`. */
const tasks: Record<string, (url: string) => Promise<string>> = {
  migrate: (url) =>
    withOrm(url, async (orm) => {
      await migrate(orm);
      return 'The schema is up to date.';
    }),

  seed: (url) =>
    withOrm(url, async (orm) => {
      const config = readConfig();
      await migrate(orm);
      const isSeeded = await seed(orm, await openStorage(config), config, loadSecrets(config.dataDir));
      return isSeeded ? 'Database seeded.' : 'The database is not empty. Nothing was added.';
    }),

  schema: (url) =>
    withOrm(url, async (orm) => {
      await migrate(orm);
      const { fileName } = await orm.migrator.create(undefined, false, false);
      return fileName === '' ? 'The migrations already match the entities.' : `Wrote migrations/${fileName}`;
    }),
};

async function main(): Promise<void> {
  const task = tasks[process.argv[2] ?? ''];
  if (task === undefined) throw new StartError(`Unknown task. Use one of: ${Object.keys(tasks).join(', ')}`);
  const config = readConfig();
  if (config.databaseUrl === null) register(lockDataFolder(config.dataDir));
  const database = await registerStarting(startDatabase(config));
  process.stdout.write(`${await task(database.url)}\n`);
}

runToEnd(main);
