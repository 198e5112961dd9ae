import { readConfig } from '../backend/config.ts';
import { createLog } from '../backend/core/observability/log.ts';
import { run, StartError } from '../backend/core/process/start.ts';
import { openQueues } from './queues/queues.ts';

/**
 * Deletes every job in Redis when the database is reset or restored: jobs of the old one must not run against the new
 * one. The outbox enqueues the jobs of a restored database again. Queues in PostgreSQL are deleted with their database.
 */
async function main(): Promise<void> {
  const { redisUrl, logLevel } = readConfig();
  if (redisUrl === null) throw new StartError('REDIS_URL is missing');
  const queues = await openQueues({ redisUrl, databaseUrl: '' }, createLog('queues', logLevel));
  try {
    for (const queue of queues.all) await queue.obliterate({ force: true });
  } finally {
    await queues.close();
  }
}

run(main);
