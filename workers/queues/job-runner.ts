import { setTimeout as pause } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import { type Job, UnrecoverableError, withBackend } from 'bullmq';
import { UnprocessableError } from '../../backend/core/errors.ts';
import type { StoredEvent } from '../../backend/core/events/outbox.ts';
import { type Logger, withLogFields } from '../../backend/core/observability/log.ts';
import type { Outage } from '../../backend/core/observability/outage.ts';
import { jobDuration } from '../../backend/core/observability/read-metrics.ts';
import { contextOf, traced } from '../../backend/core/observability/tracing.ts';
import type { Backend } from './backend.ts';
import { backoff, RETRIES, type Retries } from './retries.ts';
import { type JobData, LOCK_DURATION, type QueueName, settings } from './settings.ts';

const STALLED_INTERVAL = 2000;
/** Workers that may die while they run a job; after one more, the job fails as the likely cause. */
const MAX_STALLED = 10;

/** The result of a run that did nothing, since another one was in progress. */
export const SKIPPED = 'skipped';

type Handler = { queue: QueueName; handle(event: StoredEvent | undefined): Promise<unknown> };
export type Handlers = Readonly<Record<string, Handler>>;
export type GivenUp = { job: string; event: StoredEvent; reason: string };

export type Consumers = {
  isRunning(): boolean;
  /** Takes no new jobs and waits for running ones; those that outlast `deadline` (milliseconds) return to their queue. */
  close(deadline: number): Promise<void>;
};

type Options = {
  handlers: Handlers;
  giveUp(job: GivenUp): Promise<void>;
  mailRetries: Retries;
  outage: Outage;
  log: Logger;
};

/** Runs the jobs of all queues that have a handler. Calls `giveUp` for each event job that has failed for good. */
export async function startRunner(
  backend: Backend,
  { handlers, giveUp, mailRetries, outage, log }: Options,
): Promise<Consumers> {
  // Otherwise Prometheus would not see the first failure or skipped run as an increase.
  for (const name of Object.keys(handlers)) {
    for (const result of ['done', 'failed', SKIPPED]) jobDuration.zero({ job_name: name, result });
  }
  const running = new Set<Job<JobData>>();
  const givingUp = new Set<Promise<void>>();

  /** Runs a job as a part of the request that caused it. @returns the job's result, for the queue dashboard */
  function run(job: Job<JobData>): Promise<unknown> {
    const { event } = job.data;
    const fields = { job: job.name, jobId: job.id ?? '', event: event?.name ?? 'schedule' };
    const span = { kind: SpanKind.CONSUMER, attributes: { 'messaging.destination.name': job.queueName } };
    return withLogFields(event?.requestId ? { ...fields, requestId: event.requestId } : fields, () =>
      traced(`job ${job.name}`, span, () => attempt(job), contextOf(event?.traceContext ?? null)),
    );
  }

  async function attempt(job: Job<JobData>): Promise<unknown> {
    const handler = handlers[job.name];
    const measured = jobDuration.startTimer({ job_name: handler ? job.name : 'unknown' });
    running.add(job);
    try {
      // Not final, since a newer release may know the job.
      if (!handler) throw new Error(`Unknown job ${job.name}`);
      const result = await handler.handle(job.data.event);
      measured({ result: result === SKIPPED ? 'skipped' : 'done' });
      outage.worked();
      return result;
    } catch (error) {
      measured({ result: 'failed' });
      log.warn({ err: error, attempt: job.attemptsMade + 1 }, 'job failed');
      if (!(error instanceof UnprocessableError)) throw error;
      throw Object.assign(new UnrecoverableError(error.detail), { cause: error });
    } finally {
      running.delete(job);
    }
  }

  function onFailed(job: Job<JobData> | undefined, error: Error): void {
    const isFinal = typeof job?.finishedOn === 'number';
    if (!isFinal || !job.data.event) return;
    const work = giveUp({ job: job.name, event: job.data.event, reason: error.message })
      // The event then counts as forgotten, and its job is retried.
      .catch(outage.failed)
      .finally(() => givingUp.delete(work));
    givingUp.add(work);
  }

  const { Worker } = withBackend(backend.open);
  const queues = new Set(Object.values(handlers).map(({ queue }) => queue));
  const workers = [...queues].map((queue) => {
    const worker = new Worker<JobData, unknown>(queue, run, {
      connection: backend.name,
      concurrency: settings[queue].concurrency,
      lockDuration: LOCK_DURATION,
      stalledInterval: STALLED_INTERVAL,
      maxStalledCount: MAX_STALLED,
      // The pause after a lost connection. The default of 15 s would prolong a short outage.
      runRetryDelay: 1000,
      settings: { backoffStrategy: backoff(queue === 'emails' ? mailRetries : RETRIES) },
    });
    worker.on('error', outage.failed).on('failed', onFailed);
    worker.on('stalled', (jobId) => log.warn({ jobId, queue }, 'job of a lost worker returned to its queue'));
    return worker;
  });

  await Promise.all(workers.map((worker) => worker.waitUntilReady()));

  return {
    isRunning: () => workers.every((worker) => worker.isRunning()),
    async close(deadline) {
      const closing = Promise.all(workers.map((worker) => worker.close()));
      const closed = await Promise.race([closing.then(() => true), pause(deadline, false, { ref: false })]);
      if (!closed) {
        await Promise.all([...running].map((job) => putBack(job, log)));
        // Otherwise they would keep their connections until their jobs end.
        await Promise.all(workers.map((worker) => worker.disconnect()));
      }
      await Promise.race([Promise.all(givingUp), pause(1000, undefined, { ref: false })]);
    },
  };
}

async function putBack(job: Job<JobData>, log: Logger): Promise<void> {
  try {
    if (job.token) await job.moveToWait(job.token);
    log.warn({ jobId: job.id, job: job.name }, 'job did not finish in time and returned to its queue');
  } catch (error) {
    // Its lock expires, and another worker takes it.
    log.warn({ err: error, jobId: job.id, job: job.name }, 'job did not finish in time');
  }
}
