import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../config.ts';
import { run, StartError } from '../core/start.ts';
import { lockDataFolder } from './lock.ts';
import { stopPostgres } from './postgres.ts';

/** What the shop makes in its data folder. Nothing else in there is touched: DATA_DIR may be anybody's folder. */
const MADE_BY_THE_SHOP = [
  'postgres',
  'uploads',
  'pending',
  'imports',
  'temporary',
  'mailbox',
  'logs',
  'secrets.json',
  'payments.sqlite',
];
const SQLITE_COMPANIONS = ['payments.sqlite-wal', 'payments.sqlite-shm'];

/** Empties the data: the next start finds nothing, and begins anew. */
async function main(): Promise<void> {
  const { dataDir, databaseUrl, production } = readConfig();
  if (production) throw new StartError('`make reset` empties everything: it does not run with NODE_ENV=production');
  const lock = lockDataFolder(dataDir);
  try {
    // A database whose shop was killed may still run on the folder.
    if (databaseUrl === null) await stopPostgres(join(dataDir, 'postgres'));
    else await emptyDatabase(databaseUrl);
    for (const name of [...MADE_BY_THE_SHOP, ...SQLITE_COMPANIONS]) {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    }
  } finally {
    lock.stop();
  }
  process.stdout.write('The data is gone. `make up` begins anew.\n');
}

async function emptyDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('drop schema public cascade; create schema public; drop schema if exists bullmq cascade');
  } finally {
    await client.end();
  }
}

run(main);
