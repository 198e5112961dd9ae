import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectFolder } from '../config.ts';
import { StartError } from '../core/process/start.ts';

/**
 * Runs a program of the workers, which own the queues, to delete all jobs in Redis. It prints its own errors.
 * @throws StartError if it fails
 */
export async function emptyQueues(): Promise<void> {
  const [code] = await once(fork(join(projectFolder, 'workers/empty-queues.ts')), 'close');
  if (code !== 0) throw new StartError('The queues could not be emptied. Nothing was deleted.');
}
