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

/**
 * Jobs at once in one process, and tries before a job is given up. A picture keeps a core busy. Ten tries with doubling
 * pauses last for 4 to 8 minutes, fourteen (for what depends on a mail server or a payment provider) for 1 to 2 hours.
 */
const settings = {
  images: { concurrency: 1, attempts: 10 },
  // Apart, so that a slow picture of a shopper does not hold up the products.
  avatars: { concurrency: 1, attempts: 10 },
  ratings: { concurrency: 4, attempts: 10 },
  categories: { concurrency: 2, attempts: 10 },
  emails: { concurrency: 2, attempts: 14 },
  payments: { concurrency: 4, attempts: 14 },
  imports: { concurrency: 1, attempts: 10 },
  // The schedule itself tries again, a day later.
  upkeep: { concurrency: 1, attempts: 1 },
} as const;

export type QueueName = keyof typeof settings;
const queueNames = Object.keys(settings) as QueueName[];

/** First pause before a failed job is tried again, in milliseconds; half of it is chance, so that jobs don't return as a crowd. */
const BACKOFF = { type: 'exponential', delay: 1000, jitter: 0.5 };
/** Longest pause between two tries, in milliseconds. */
const RETRY_PAUSE_MAX = 30 * 60 * 1000;
/**
 * A worker's hold on its job, in milliseconds, renewed at half time. When a worker is killed its job is free after at
 * most 5 s, and found by the next or second next look of any other worker: 5 to 9 s in all. Shorter, and a busy machine
 * would lose jobs that are well alive; that costs a second run, never the result.
 */
const LOCK_DURATION = 5000;
const STALLED_INTERVAL = 2000;
/** Workers that may die of one job before it is held to be the cause. */
const MAX_STALLED = 5;
/** Seconds for which a finished job is kept, so that its event, enqueued again by a relay that had died, is recognised. */
const KEEP_FINISHED = 900;

/** Jobs from which on adding them as one is worth it: in PostgreSQL it takes 8 ms however few they are, one alone 1 ms. */
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
  /** Takes nothing new and waits for what runs; what still runs after `deadline` milliseconds goes back to its queue. */
  close(deadline: number): Promise<void>;
};

export type Queues = Awaited<ReturnType<typeof openQueues>>;

/** Where the queues live: each queue and worker opens its backend on connections that all of them share. */
type Place = {
  name: 'Redis' | 'PostgreSQL';
  openBackend: BackendFactory<IQueueBackend, Place['name']>;
  clock: QueueClock;
  close(): Promise<void> | void;
};

/**
 * Opens the queues: in Redis if there is an address of one, else in the schema `bullmq` of the database.
 * @throws if neither answers
 */
export async function openQueues(config: Pick<Config, 'redisUrl'> & { databaseUrl: string }, log: Logger) {
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

  /** Adds a job for each delivery. One that a queue knows already, waiting or finished, is left as it is. */
  async function enqueue(deliveries: Delivery[]): Promise<void> {
    for (const [name, group] of Map.groupBy(deliveries, ({ queue }) => queue)) {
      const jobs = group.map(({ job, event }) => ({ name: job, data: { event }, opts: { jobId: jobId(event, job) } }));
      if (jobs.length >= BULK) await queues[name].addBulk(jobs);
      else await Promise.all(jobs.map(({ name: job, data, opts }) => queues[name].add(job, data, opts)));
    }
    outage.worked();
  }

  /**
   * For events that should have been handled by now: adds the jobs that their queues have forgotten, and runs those anew
   * that are finished or given up there. What is still on its way is left alone.
   * @returns how many were not on their way
   */
  async function enqueueAgain(deliveries: Delivery[]): Promise<number> {
    const known = await Promise.all(deliveries.map(({ queue, job, event }) => queues[queue].getJob(jobId(event, job))));
    const forgotten = deliveries.filter((_, index) => !known[index]);
    await enqueue(forgotten);
    let renewed = 0;
    for (const job of known) {
      // To ask for the state of a job that waits costs a search through all that wait.
      if (!job?.finishedOn) continue;
      const state = await job.getState();
      if (state !== 'completed' && state !== 'failed') continue;
      await job.retry(state, { resetAttemptsMade: true });
      renewed += 1;
    }
    return forgotten.length + renewed;
  }

  /** Frees what a clock that was ahead has stopped: jobs of workers that died then, and jobs that wait for a retry. */
  async function undoClockJumps(): Promise<void> {
    for (const [name, queue] of Object.entries(queues)) {
      await place.clock.shortenHolds(name, LOCK_DURATION);
      for (const id of await place.clock.dueAfter(name, RETRY_PAUSE_MAX)) {
        const job = await queue.getJob(id);
        // It may have begun meanwhile.
        if ((await job?.getState()) === 'delayed') await job?.promote();
      }
    }
  }

  /** Makes `job` run every `every` milliseconds, once however many processes ask. Asking again changes nothing. */
  async function schedule(name: QueueName, job: string, every: number): Promise<void> {
    const known = await queues[name].getJobScheduler(job);
    const next = known?.next ?? 0;
    const isAlive = known?.every === every && Math.abs(next - Date.now()) < 2 * every;
    if (isAlive) return;
    // A next run that is late is lost, and one far ahead comes from a clock that was ahead. BullMQ would count on from it.
    if (next > Date.now()) await queues[name].removeJobScheduler(job);
    const opts = { attempts: 1, removeOnFail: { count: 50 } };
    await queues[name].upsertJobScheduler(job, { every }, { name: job, data: {}, opts });
  }

  /** Jobs of each queue by state. @throws if the queues don't answer */
  async function counts(): Promise<Record<QueueName, QueueCounts>> {
    const states = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;
    const all = await Promise.all(
      queueNames.map(async (name) => [name, await queues[name].getJobCounts(...states)] as const),
    );
    return Object.fromEntries(all) as Record<QueueName, QueueCounts>;
  }

  /** Runs the jobs of all queues. `giveUp` is told of a job of an event that has failed for good. */
  async function consume(handlers: Handlers, giveUp: (job: GivenUp) => Promise<void>): Promise<Consumers> {
    const names = new Set(Object.values(handlers).map(({ queue }) => queue));
    return startConsumers([...names], place, { handlers, giveUp, noteError, noteWork: outage.worked, log });
  }

  async function close(): Promise<void> {
    closed = true;
    await Promise.all(Object.values(queues).map((queue) => queue.close()));
    await place.close();
  }

  return { enqueue, enqueueAgain, undoClockJumps, schedule, counts, consume, close, all: Object.values(queues) };
}

/** BullMQ takes no ':' in an id, and none of digits alone. */
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
      backoff: BACKOFF,
      // In PostgreSQL a limit by count costs a look at every finished job each time.
      removeOnComplete: { age: KEEP_FINISHED, ...(place.name === 'Redis' && { count: 10_000 }) },
      removeOnFail: false,
    },
  });
}

type Consumption = {
  handlers: Handlers;
  giveUp(job: GivenUp): Promise<void>;
  noteError(error: unknown): void;
  noteWork(): void;
  log: Logger;
};

async function startConsumers(names: QueueName[], place: Place, consumption: Consumption): Promise<Consumers> {
  const { handlers, giveUp, noteError, noteWork, log } = consumption;
  const running = new Set<Job<Data>>();
  const afterwork = new Set<Promise<void>>();

  /** @returns the job's result, which the queue dashboard shows */
  async function run(job: Job<Data>): Promise<unknown> {
    running.add(job);
    try {
      const handler = handlers[job.name];
      // Perhaps a newer release knows it: it is tried again.
      if (!handler) throw new Error(`There is no job named ${job.name}`);
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
      // The event then counts as forgotten, and its job will run anew.
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
      // Its pause after a lost connection: with the usual 15 s a short outage would last that long.
      runRetryDelay: 1000,
    });
    worker.on('error', noteError).on('failed', onFailed);
    worker.on('stalled', (jobId) => log.warn({ jobId, queue: name }, 'job of a lost worker goes back to its queue'));
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
        // Otherwise they would hold their connections for as long as their jobs.
        await Promise.all(workers.map((worker) => worker.disconnect()));
      }
      await Promise.race([Promise.all(afterwork), pause(1000)]);
    },
  };
}

async function putBack(job: Job<Data>, log: Logger): Promise<void> {
  try {
    if (job.token) await job.moveToWait(job.token);
    log.warn({ jobId: job.id, job: job.name }, 'job did not finish in time and went back to its queue');
  } catch (error) {
    // Its hold ends by itself, and then it is anybody's.
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
