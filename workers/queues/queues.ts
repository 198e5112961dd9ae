import { type IQueueBackend, type Queue, withBackend } from 'bullmq';
import type { StoredEvent } from '../../backend/core/events/outbox.ts';
import type { Logger } from '../../backend/core/observability/log.ts';
import { watchOutage } from '../../backend/core/observability/outage.ts';
import { type Backend, openBackend, type QueuesConfig } from './backend.ts';
import { type Consumers, type GivenUp, type Handlers, startRunner } from './job-runner.ts';
import { MAIL_RETRIES, RETRY_PAUSE_MAX } from './retries.ts';
import { expiringQueues, type JobData, LOCK_DURATION, type QueueName, queueNames, settings } from './settings.ts';

/** Stack traces kept per job: a mail may fail several hundred times. */
const STACK_TRACES = 10;
/** Seconds to keep finished jobs, so that an event that a crashed relay enqueues again is recognized. */
const KEEP_FINISHED = 900;

/** Smallest batch for which addBulk pays off: in PostgreSQL it takes 8 ms at least, a single job 1 ms. */
const BULK = 5;

const finished = new Set<string>(['completed', 'failed']);

/** An event on its way to one of its jobs. A lower priority runs first, none before all others. */
export type Delivery = { queue: QueueName; job: string; event: StoredEvent; priority?: number | undefined };

export type QueueCounts = { waiting: number; active: number; delayed: number; completed: number; failed: number };

export type Queues = Awaited<ReturnType<typeof openQueues>>;

/**
 * Opens the queues: in Redis if it is configured, otherwise in the schema `bullmq` of the database.
 * @throws if it doesn't respond
 */
export async function openQueues(config: QueuesConfig, log: Logger, mailRetries = MAIL_RETRIES) {
  const logged = watchOutage(log, 'queues');
  let closed = false;
  const outage = {
    ...logged,
    failed(error: unknown) {
      if (!closed) logged.failed(error);
    },
  };
  const backend = await openBackend(config, outage.failed);
  const opened = queueNames.map((name) => [name, openQueue(name, backend)] as const);
  const queues = Object.fromEntries(opened) as Record<QueueName, ShopQueue>;
  for (const queue of Object.values(queues)) queue.on('error', outage.failed);
  try {
    // BullMQ doesn't try again if a queue fails to start: it would then never take a job.
    await Promise.all(Object.values(queues).map((queue) => queue.waitUntilReady()));
  } catch (error) {
    closed = true;
    await backend.close();
    throw error;
  }

  /** Adds a job for each delivery, except those that their queue already knows, waiting or finished. */
  async function enqueue(deliveries: Delivery[]): Promise<void> {
    for (const [name, group] of Map.groupBy(deliveries, ({ queue }) => queue)) {
      const jobs = group.map(({ job, event, priority = 0 }) => ({
        name: job,
        data: { event },
        opts: { jobId: jobId(event, job), priority },
      }));
      if (jobs.length >= BULK) await queues[name].addBulk(jobs);
      else await Promise.all(jobs.map(({ name: job, data, opts }) => queues[name].add(job, data, opts)));
    }
    outage.worked();
  }

  /**
   * For overdue events: adds the jobs that their queues have lost, and again those that are completed or failed there, so
   * that they get all their attempts and their time. Leaves all others alone.
   * @returns how many jobs were added
   */
  async function enqueueAgain(deliveries: Delivery[]): Promise<number> {
    const known = await Promise.all(deliveries.map(({ queue, job, event }) => queues[queue].getJob(jobId(event, job))));
    const due: Delivery[] = [];
    for (const [index, delivery] of deliveries.entries()) {
      const job = known[index];
      // For a waiting job, getState would search all waiting jobs.
      if (job && !(job.finishedOn && finished.has(await job.getState()))) continue;
      await job?.remove();
      due.push(delivery);
    }
    await enqueue(due);
    return due.length;
  }

  /** Unblocks jobs after the clock ran ahead: those locked by dead workers, and delayed retries. */
  async function undoClockJumps(): Promise<void> {
    for (const [name, queue] of Object.entries(queues)) {
      await backend.clock.shortenHolds(name, LOCK_DURATION);
      for (const id of await backend.clock.dueAfter(name, RETRY_PAUSE_MAX)) {
        const job = await queue.getJob(id);
        // It may have started in the meantime.
        if ((await job?.getState()) === 'delayed') await job?.promote();
      }
    }
  }

  /** Runs `job` every `every` milliseconds, once for all processes. Idempotent; repairs a lost or shifted schedule. */
  async function schedule(name: QueueName, job: string, every: number): Promise<void> {
    const known = await queues[name].getJobScheduler(job);
    const next = known?.next ?? 0;
    const isAlive = known?.every === every && Math.abs(next - Date.now()) < 2 * every;
    if (isAlive) return;
    // An overdue run is lost, and one far in the future comes from a clock that was ahead. BullMQ would count from it.
    if (next > Date.now()) await queues[name].removeJobScheduler(job);
    const opts = { attempts: 1, removeOnFail: { count: 50 } };
    await queues[name].upsertJobScheduler(job, { every }, { name: job, data: {}, opts });
  }

  /** Removes the jobs of the expiring queues that failed at least `olderThan` milliseconds ago. */
  async function removeFailed(olderThan: number): Promise<void> {
    for (const name of expiringQueues) await queues[name].clean(olderThan, 0, 'failed');
  }

  /** The jobs of each queue by state. @throws if the queues don't respond */
  async function counts(): Promise<Record<QueueName, QueueCounts>> {
    const states = ['waiting', 'prioritized', 'active', 'delayed', 'completed', 'failed'] as const;
    const all = await Promise.all(
      queueNames.map(async (name) => {
        const { waiting = 0, prioritized = 0, ...others } = await queues[name].getJobCounts(...states);
        return [name, { ...others, waiting: waiting + prioritized }] as const;
      }),
    );
    return Object.fromEntries(all) as Record<QueueName, QueueCounts>;
  }

  /** Runs the jobs of all queues. Calls `giveUp` for each event job that has failed for good. */
  function consume(handlers: Handlers, giveUp: (job: GivenUp) => Promise<void>): Promise<Consumers> {
    return startRunner(backend, { handlers, giveUp, mailRetries, outage, log });
  }

  async function close(): Promise<void> {
    closed = true;
    await Promise.all(Object.values(queues).map((queue) => queue.close()));
    await backend.close();
  }

  const all = Object.values(queues);
  return { enqueue, enqueueAgain, undoClockJumps, schedule, removeFailed, counts, consume, close, all };
}

/** BullMQ rejects ids that contain ':' or consist of digits only. */
function jobId(event: StoredEvent, job: string): string {
  return `${event.id}-${job}`;
}

type ShopQueue = Queue<JobData, unknown, string, JobData, unknown, string, IQueueBackend, Backend['name']>;

function openQueue(name: QueueName, backend: Backend): ShopQueue {
  const { Queue } = withBackend(backend.open);
  return new Queue<JobData, unknown>(name, {
    connection: backend.name,
    defaultJobOptions: {
      attempts: settings[name].attempts,
      // The strategy of the worker (retries.ts).
      backoff: { type: 'custom' },
      stackTraceLimit: STACK_TRACES,
      // In PostgreSQL, a limit by count reads every finished job each time.
      removeOnComplete: { age: KEEP_FINISHED, ...(backend.name === 'Redis' && { count: 10_000 }) },
      // Those that expire are removed by `removeFailed`.
      removeOnFail: false,
    },
  });
}
