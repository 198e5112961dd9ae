import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, readConfig } from '../config.ts';
import { run, StartError } from '../core/start.ts';
import { withOrm } from './database.ts';
import { lockDataFolder } from './lock.ts';
import { stopPostgres } from './postgres.ts';

/** What the shop makes in its data folder. Nothing else in there is touched: DATA_DIR may be anybody's folder. */
const MADE_BY_THE_SHOP = [
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

/** Empties the data: the next start finds nothing, and begins anew. */
async function main(): Promise<void> {
  const { dataDir, databaseUrl, redisUrl, production } = readConfig();
  if (production) throw new StartError('`make reset` empties everything: it does not run with NODE_ENV=production');
  const lock = lockDataFolder(dataDir);
  try {
    // First: queues that don't answer leave everything as it is.
    if (redisUrl !== null) await emptyQueues();
    if (databaseUrl === null) {
      // A database whose shop was killed may still run on the folder.
      await stopPostgres(join(dataDir, EMBEDDED_DATABASE));
      remove(join(dataDir, EMBEDDED_DATABASE));
    } else await emptyDatabase(databaseUrl);
    for (const name of MADE_BY_THE_SHOP) remove(join(dataDir, name));
  } finally {
    lock.stop();
  }
  process.stdout.write('The data is gone. `make up` begins anew.\n');
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** The jobs in Redis, by a program of the workers: they alone know their queues. It tells by itself why it fails. */
async function emptyQueues(): Promise<void> {
  const [code] = await once(fork(join(projectFolder, 'workers/empty-queues.ts')), 'close');
  if (code !== 0) throw new StartError('The queues could not be emptied: nothing was reset');
}

/** With the queues that lie in it. */
async function emptyDatabase(url: string): Promise<void> {
  await withOrm(url, async ({ em }) => {
    for (const statement of [
      'drop schema public cascade',
      'create schema public',
      'drop schema if exists bullmq cascade',
    ]) {
      await em.fork().execute(statement);
    }
  });
}

run(main);
