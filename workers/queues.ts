import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  DEFAULT_SCHEMA,
  type IQueueBackend,
  type Job,
  type Queue,
  runMigrations,
  UnrecoverableError,
  withBackend,
} from 'bullmq';
import type { Config } from '../backend/config.ts';
import type { Logger } from '../backend/core/log.ts';
import type { StoredEvent } from '../backend/core/outbox.ts';
import { UnprocessableError } from '../backend/core/unprocessable-error.ts';
import { postgresClock, type QueueClock, redisClock } from './clock-jumps.ts';
import { connectRedis, openPool } from './connections.ts';
import { watchOutage } from './outage.ts';
import { MAIL_RETRIES, type MailRetries, mailBackoff, RETRY_PAUSE_MAX } from './retries.ts';

/** The most attempts that BullMQ can store in PostgreSQL. */
const UNLIMITED = 2 ** 31 - 1;

/**
 * Concurrent jobs per process, and attempts before a job is given up. A picture keeps a core busy. Ten attempts with
 * doubling pauses last 4 to 8 minutes, fourteen (for jobs that need the payment provider) 1 to 2 hours. Mails are given up
 * after a time instead (retries.ts).
 */
const settings = {
  images: { concurrency: 1, attempts: 10 },
  // A queue of its own, so that slow product pictures don't hold up avatars.
  avatars: { concurrency: 1, attempts: 10 },
  ratings: { concurrency: 4, attempts: 10 },
  categories: { concurrency: 2, attempts: 10 },
  emails: { concurrency: 2, attempts: UNLIMITED },
  payments: { concurrency: 4, attempts: 14 },
  imports: { concurrency: 1, attempts: 10 },
  // The schedule itself retries, a day later.
  upkeep: { concurrency: 1, attempts: 1 },
} as const;

export type QueueName = keyof typeof settings;
const queueNames = Object.keys(settings) as QueueName[];

/** First pause before a retry in milliseconds; half of it is jitter, so that jobs don't all return at once. */
const BACKOFF = { type: 'exponential', delay: 1000, jitter: 0.5 };
/** Pauses by the worker's own strategy. */
const MAIL_BACKOFF = { type: 'mail' };
/** Stack traces kept per job: a mail may fail several hundred times. */
const STACK_TRACES = 10;
/**
 * A worker's lock on its job in milliseconds, renewed at half time. When a worker is killed, another one takes its job
 * over 5 to 9 s later: the lock expires after 5 s, and one of the next two searches for stalled jobs finds it. With a
 * shorter lock, a busy machine would lose jobs that still run; that costs a second run, never the result.
 */
const LOCK_DURATION = 5000;
const STALLED_INTERVAL = 2000;
/** Workers that may die running a job before it fails as the likely cause. */
const MAX_STALLED = 5;
/** Seconds to keep finished jobs, so that an event that a crashed relay enqueues again is recognized. */
const KEEP_FINISHED = 900;

/** Smallest batch for which addBulk pays off: in PostgreSQL it takes 8 ms at least, a single job 1 ms. */
const BULK = 5;

/** An event on its way to one of its jobs. */
export type Delivery = { queue: QueueName; job: string; event: StoredEvent };
type Data = { event?: StoredEvent };

type Handler = { queue: QueueName; handle(id: string, event: StoredEvent | undefined): Promise<unknown> };
export type Handlers = Readonly<Record<string, Handler>>;
type GivenUp = { job: string; event: StoredEvent; reason: string };

export type QueueCounts = { waiting: number; active: number; delayed: number; completed: number; failed: number };

export type Consumers = {
  isRunning(): boolean;
  /** Takes no new jobs and waits for running ones; those that outlast `deadline` (milliseconds) return to their queue. */
  close(deadline: number): Promise<void>;
};

export type Queues = Awaited<ReturnType<typeof openQueues>>;

/** Where the queues live. All queues and workers share its connections. */
type Place = {
  name: 'Redis' | 'PostgreSQL';
  openBackend: BackendFactory<IQueueBackend, Place['name']>;
  clock: QueueClock;
  close(): Promise<void> | void;
};

/**
 * Opens the queues: in Redis if it is configured, otherwise in the schema `bullmq` of the database.
 * @throws if it doesn't answer
 */
export async function openQueues(
  config: Pick<Config, 'redisUrl'> & { databaseUrl: string },
  log: Logger,
  mailRetries = MAIL_RETRIES,
) {
  const outage = watchOutage(log, 'queues');
  let closed = false;
  const noteError = (error: unknown) => {
    if (!closed) outage.failed(error);
  };
  const place = config.redisUrl
    ? await openRedis(config.redisUrl, noteError)
    : await openPostgres(config.databaseUrl, noteError);
  const queues = Object.fromEntries(queueNames.map((name) => [name, openQueue(name, place)])) as Record<
    QueueName,
    ShopQueue
  >;
  for (const queue of Object.values(queues)) queue.on('error', noteError);

  /** Adds a job for each delivery. Jobs that a queue already knows, waiting or finished, stay as they are. */
  async function enqueue(deliveries: Delivery[]): Promise<void> {
    for (const [name, group] of Map.groupBy(deliveries, ({ queue }) => queue)) {
      const jobs = group.map(({ job, event }) => ({ name: job, data: { event }, opts: { jobId: jobId(event, job) } }));
      if (jobs.length >= BULK) await queues[name].addBulk(jobs);
      else await Promise.all(jobs.map(({ name: job, data, opts }) => queues[name].add(job, data, opts)));
    }
    outage.worked();
  }

  /**
   * For overdue events: adds the jobs that their queues have lost and retries those that are finished or given up there.
   * Jobs still on their way stay as they are.
   * @returns how many jobs were added or retried
   */
  async function enqueueAgain(deliveries: Delivery[]): Promise<number> {
    const known = await Promise.all(deliveries.map(({ queue, job, event }) => queues[queue].getJob(jobId(event, job))));
    const forgotten = deliveries.filter((_, index) => !known[index]);
    await enqueue(forgotten);
    let renewed = 0;
    for (const job of known) {
      // Asking for the state of a waiting job searches all waiting jobs.
      if (!job?.finishedOn) continue;
      const state = await job.getState();
      if (state !== 'completed' && state !== 'failed') continue;
      await job.retry(state, { resetAttemptsMade: true });
      renewed += 1;
    }
    return forgotten.length + renewed;
  }

  /** Unblocks jobs after the clock ran ahead: those locked by dead workers, and delayed retries. */
  async function undoClockJumps(): Promise<void> {
    for (const [name, queue] of Object.entries(queues)) {
      await place.clock.shortenHolds(name, LOCK_DURATION);
      for (const id of await place.clock.dueAfter(name, RETRY_PAUSE_MAX)) {
        const job = await queue.getJob(id);
        // It may have started in the meantime.
        if ((await job?.getState()) === 'delayed') await job?.promote();
      }
    }
  }

  /** Runs `job` every `every` milliseconds, once for all processes. Idempotent. */
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

  /** The jobs of each queue by state. @throws if the queues don't answer */
  async function counts(): Promise<Record<QueueName, QueueCounts>> {
    const states = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;
    const all = await Promise.all(
      queueNames.map(async (name) => [name, await queues[name].getJobCounts(...states)] as const),
    );
    return Object.fromEntries(all) as Record<QueueName, QueueCounts>;
  }

  /** Runs the jobs of all queues. Calls `giveUp` for each event's job that has failed for good. */
  async function consume(handlers: Handlers, giveUp: (job: GivenUp) => Promise<void>): Promise<Consumers> {
    const names = new Set(Object.values(handlers).map(({ queue }) => queue));
    return startConsumers([...names], place, {
      handlers,
      giveUp,
      mailRetries,
      noteError,
      noteWork: outage.worked,
      log,
    });
  }

  async function close(): Promise<void> {
    closed = true;
    await Promise.all(Object.values(queues).map((queue) => queue.close()));
    await place.close();
  }

  return { enqueue, enqueueAgain, undoClockJumps, schedule, counts, consume, close, all: Object.values(queues) };
}

/** BullMQ accepts no ids with ':' or of digits only. */
function jobId(event: StoredEvent, job: string): string {
  return `${event.id}-${job}`;
}

type ShopQueue = Queue<Data, unknown, string, Data, unknown, string, IQueueBackend, Place['name']>;

function openQueue(name: QueueName, place: Place): ShopQueue {
  const { Queue } = withBackend(place.openBackend);
  return new Queue<Data, unknown>(name, {
    connection: place.name,
    defaultJobOptions: {
      attempts: settings[name].attempts,
      backoff: name === 'emails' ? MAIL_BACKOFF : BACKOFF,
      stackTraceLimit: STACK_TRACES,
      // In PostgreSQL, a limit by count reads every finished job each time.
      removeOnComplete: { age: KEEP_FINISHED, ...(place.name === 'Redis' && { count: 10_000 }) },
      removeOnFail: false,
    },
  });
}

type Consumption = {
  handlers: Handlers;
  giveUp(job: GivenUp): Promise<void>;
  mailRetries: MailRetries;
  noteError(error: unknown): void;
  noteWork(): void;
  log: Logger;
};

async function startConsumers(names: QueueName[], place: Place, consumption: Consumption): Promise<Consumers> {
  const { handlers, giveUp, mailRetries, noteError, noteWork, log } = consumption;
  const running = new Set<Job<Data>>();
  const afterwork = new Set<Promise<void>>();

  /** @returns the job's result, for the queue dashboard */
  async function run(job: Job<Data>): Promise<unknown> {
    running.add(job);
    try {
      const handler = handlers[job.name];
      // Retried, since a newer release may know it.
      if (!handler) throw new Error(`No job is named ${job.name}`);
      const result = await handler.handle(job.id ?? '', job.data.event);
      noteWork();
      return result;
    } catch (error) {
      log.warn({ err: error, job: job.name, jobId: job.id, attempt: job.attemptsMade + 1 }, 'job failed');
      if (!(error instanceof UnprocessableError)) throw error;
      throw Object.assign(new UnrecoverableError(error.detail), { cause: error });
    } finally {
      running.delete(job);
    }
  }

  function onFailed(job: Job<Data> | undefined, error: Error): void {
    const isFinal = typeof job?.finishedOn === 'number';
    if (!isFinal || !job.data.event) return;
    const work = giveUp({ job: job.name, event: job.data.event, reason: error.message })
      // The event then counts as forgotten, and its job is retried.
      .catch(noteError)
      .finally(() => afterwork.delete(work));
    afterwork.add(work);
  }

  const { Worker } = withBackend(place.openBackend);
  const workers = names.map((name) => {
    const worker = new Worker<Data, unknown>(name, run, {
      connection: place.name,
      concurrency: settings[name].concurrency,
      lockDuration: LOCK_DURATION,
      stalledInterval: STALLED_INTERVAL,
      maxStalledCount: MAX_STALLED,
      // The pause after a lost connection. The default of 15 s would prolong a short outage.
      runRetryDelay: 1000,
      settings: { backoffStrategy: mailBackoff(mailRetries) },
    });
    worker.on('error', noteError).on('failed', onFailed);
    worker.on('stalled', (jobId) => log.warn({ jobId, queue: name }, 'job of a lost worker returned to its queue'));
    return worker;
  });

  await Promise.all(workers.map((worker) => worker.waitUntilReady()));

  return {
    isRunning: () => workers.every((worker) => worker.isRunning()),
    async close(deadline) {
      const closing = Promise.all(workers.map((worker) => worker.close()));
      const closed = await Promise.race([closing.then(() => true), pause(deadline).then(() => false)]);
      if (!closed) {
        await Promise.all([...running].map((job) => putBack(job, log)));
        // Otherwise they would keep their connections until their jobs end.
        await Promise.all(workers.map((worker) => worker.disconnect()));
      }
      await Promise.race([Promise.all(afterwork), pause(1000)]);
    },
  };
}

async function putBack(job: Job<Data>, log: Logger): Promise<void> {
  try {
    if (job.token) await job.moveToWait(job.token);
    log.warn({ jobId: job.id, job: job.name }, 'job did not finish in time and returned to its queue');
  } catch (error) {
    // Its lock expires, and another worker takes it.
    log.warn({ err: error, jobId: job.id, job: job.name }, 'job did not finish in time');
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

async function openPostgres(url: string, onError: (error: unknown) => void): Promise<Place> {
  const pool = openPool(url, { schema: DEFAULT_SCHEMA, listeners: queueNames.length, onError });
  const client = await pool.connect();
  try {
    await runMigrations(client);
  } finally {
    client.release();
  }
  return {
    name: 'PostgreSQL',
    openBackend: (queue, options, kind) => createPostgresBackend(queue, { ...options, connection: pool }, kind),
    clock: postgresClock(pool),
    close: () => pool.end(),
  };
}

async function openRedis(url: string, onError: (error: unknown) => void): Promise<Place> {
  const { producer, consumer, close } = await connectRedis(url, onError);
  return {
    name: 'Redis',
    openBackend: (queue, options, kind) => {
      const connection = kind?.withBlockingConnection ? consumer : producer;
      return createRedisBackend(queue, { ...options, connection }, kind);
    },
    clock: redisClock(producer),
    close,
  };
}
