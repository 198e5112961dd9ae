import { readConfig, requireSettings } from './config.ts';
import { openMigratedDatabase } from './core/database/db.ts';
import { counted } from './core/process/counted.ts';
import { run } from './core/process/start.ts';
import { openStorage } from './core/storage/open-storage.ts';
import { entities } from './entities.ts';
import { takeUpDocuments } from './modules/orders/invoicing/restored-documents.ts';

/** Takes up the documents that the storage has beyond a database that was restored without restore.ts. */
async function main(): Promise<void> {
  const config = readConfig();
  const { databaseUrl } = requireSettings(config, ['databaseUrl']);
  const database = await openMigratedDatabase({ url: databaseUrl, entities });
  try {
    const count = await takeUpDocuments(database.em.fork(), await openStorage(config));
    process.stdout.write(`Took up ${counted(count, 'document')} of the storage.\n`);
  } finally {
    await database.close();
  }
}

run(main);
