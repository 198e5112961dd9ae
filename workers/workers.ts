import type { Config } from '../backend/config.ts';
import type { Database } from '../backend/core/database/db.ts';
import { closeServer, listen } from '../backend/core/http/listen.ts';
import type { Logger } from '../backend/core/observability/log.ts';
import { SENDING_TIMES, type SendingTimes } from '../backend/modules/webhooks/sending/schedule.ts';
import { type SenderOptions, startSender } from '../backend/modules/webhooks/sending/sender.ts';
import { startJobs, targetOf } from './consumers.ts';
import { eventJobs, scheduledJobs } from './jobs/index.ts';
import type { EventJobs, JobServices, ScheduledJobs } from './jobs/job.ts';
import { createOperations } from './operations.ts';
import { openQueues } from './queues/queues.ts';
import { MAIL_RETRIES, type Retries } from './queues/retries.ts';
import { RELAY_TIMES, type RelayTimes, startRelay } from './relay.ts';

type WorkersConfig = Pick<Config, 'redisUrl' | 'operationsPort' | 'host' | 'metricsToken'> & {
  databaseUrl: string;
  operatorPassword: string;
};

type WorkersDeps = {
  database: Database;
  services: JobServices;
  /** How endpoints are called. */
  endpoints: Pick<SenderOptions, 'secrets' | 'addresses'>;
  log: Logger;
};

type Options = {
  jobs?: EventJobs;
  schedules?: ScheduledJobs;
  times?: RelayTimes;
  mailRetries?: Retries;
  sending?: SendingTimes;
};

export type Workers = {
  /** The port of the operations server. */
  operationsPort: number;
  /**
   * Turns not ready, takes no new work and gives running jobs `deadline` milliseconds to finish (the rest return to their
   * queue), then closes the connections. The caller closes the database.
   */
  close(deadline?: number): Promise<void>;
};

/** Milliseconds for running jobs to finish. The whole stop must fit into STOP_DEADLINE. */
const JOBS_DEADLINE = 6000;

/** Starts relay, consumers, schedules and operations server. @throws if the database or the queues are unreachable */
export async function startWorkers(
  { databaseUrl, redisUrl, host, operationsPort, operatorPassword, metricsToken }: WorkersConfig,
  { database, services, endpoints, log }: WorkersDeps,
  {
    jobs = eventJobs,
    schedules = scheduledJobs,
    times = RELAY_TIMES,
    mailRetries = MAIL_RETRIES,
    sending = SENDING_TIMES,
  }: Options = {},
): Promise<Workers> {
  const queues = await openQueues({ databaseUrl, redisUrl }, log, mailRetries);
  const readiness = { accepting: false };
  try {
    const consumers = await startJobs({ database, queues, jobs, schedules, services, log });
    const access = { operatorPassword, metricsToken };
    const server = createOperations({ database, queues, consumers, readiness, ...access, log });
    const port = await listen(server, operationsPort, host, 'OPERATIONS_PORT').catch(async (error) => {
      await consumers.close(0);
      throw error;
    });
    const upkeep = async () => {
      await queues.undoClockJumps();
      for (const [name, { queue, every }] of Object.entries(schedules)) await queues.schedule(queue, name, every);
    };
    const relay = startRelay({ database, databaseUrl, target: targetOf(queues, jobs), upkeep, times, log });
    const sender = startSender({ database, databaseUrl, ...endpoints, times: sending, log });
    readiness.accepting = true;

    const stop = async (deadline: number) => {
      readiness.accepting = false;
      await Promise.all([relay.close(), consumers.close(deadline), sender.close(deadline)]);
      await queues.close();
      await closeServer(server);
    };
    let stopping: Promise<void> | null = null;
    const close = (deadline = JOBS_DEADLINE) => {
      stopping ??= stop(deadline);
      return stopping;
    };
    return { operationsPort: port, close };
  } catch (error) {
    await queues.close();
    throw error;
  }
}
