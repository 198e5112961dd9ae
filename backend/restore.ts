import { readConfig, requireSettings } from './config.ts';
import { openDatabase } from './core/database/db.ts';
import { counted } from './core/process/counted.ts';
import { run, StartError } from './core/process/start.ts';
import { openStorage } from './core/storage/open-storage.ts';
import { entities } from './entities.ts';
import { restore } from './operations/backup/restore.ts';
import { countRows } from './operations/backup/tables.ts';
import { emptyQueues } from './operations/empty-queues.ts';

/** Restores the backup of the first argument. With a second one, `--force`, it replaces the shop in the database. */
async function main(): Promise<void> {
  const [path = '', force] = process.argv.slice(2);
  if (path === '') throw new StartError('Which backup? `make restore FROM=backup.tar.zst`');
  const config = readConfig();
  const { databaseUrl } = requireSettings(config, ['databaseUrl']);
  const database = await openDatabase({ url: databaseUrl, entities });
  try {
    const shop = { databaseUrl, database, storage: await openStorage(config), backupKey: config.backupKey };
    const manifest = await restore(shop, {
      path,
      force: force === '--force',
      emptyQueues: async () => {
        if (config.redisUrl !== null) await emptyQueues();
      },
    });
    const content = `${counted(countRows(manifest), 'row')} and ${counted(manifest.files.count, 'file')}`;
    process.stdout.write(`Restored ${content} of ${manifest.createdAt}. Users must log in again.\n`);
  } finally {
    await database.close();
  }
}

run(main);
