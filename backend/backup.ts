import { formatNumber } from '#contract/values/numbers.ts';
import { readConfig, requireSettings } from './config.ts';
import { openDatabase, requireDatabase } from './core/database/db.ts';
import { counted } from './core/process/counted.ts';
import { run } from './core/process/start.ts';
import { openStorage } from './core/storage/open-storage.ts';
import { entities } from './entities.ts';
import { backUp } from './operations/backup/back-up.ts';
import { countRows } from './operations/backup/tables.ts';

/** Missing files to print. */
const MISSING_PRINTED = 10;

/** Backs up a shop, which may be running, into the file or folder of the first argument (by default, this folder). */
async function main(): Promise<void> {
  const config = readConfig();
  const { databaseUrl } = requireSettings(config, ['databaseUrl']);
  const database = await openDatabase({ url: databaseUrl, entities });
  try {
    await requireDatabase(database, databaseUrl);
    const shop = { databaseUrl, database, storage: await openStorage(config), backupKey: config.backupKey };
    const { path, manifest, missing } = await backUp(shop, process.argv[2] || '.');
    const { count, bytes } = manifest.files;
    const files = `${counted(count, 'file')} (${formatNumber(Math.ceil(bytes / 1e6))} MB)`;
    process.stdout.write(`Saved ${counted(countRows(manifest), 'row')} and ${files} to ${path}\n`);
    if (config.backupKey === null) process.stdout.write('It is not encrypted: BACKUP_KEY is not set.\n');
    reportMissing(missing);
  } finally {
    await database.close();
  }
}

/** Such pictures don't show in the shop, either. */
function reportMissing(keys: string[]): void {
  if (keys.length === 0) return;
  process.stderr.write(`${counted(keys.length, 'file')} were already missing from the storage:\n`);
  for (const key of keys.slice(0, MISSING_PRINTED)) process.stderr.write(`  ${key}\n`);
}

run(main);
