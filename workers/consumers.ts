import { SpanKind, trace } from '@opentelemetry/api';
import type { Database } from '../backend/core/database/db.ts';
import { runAlone } from '../backend/core/database/locks.ts';
import { removeFailed } from '../backend/core/events/failed-events.ts';
import { markFailed, markHandled, type OutstandingEvent, type StoredEvent } from '../backend/core/events/outbox.ts';
import { sendingOnce } from '../backend/core/mail/sent-mails.ts';
import type { Logger } from '../backend/core/observability/log.ts';
import { contextOf, traceParent, tracer } from '../backend/core/observability/tracing.ts';
import {
  type EventJob,
  type EventJobs,
  type JobServices,
  jobsOutside,
  jobsSubscribedTo,
  type ScheduledJob,
  type ScheduledJobs,
  scheduleLock,
} from './jobs/job.ts';
import { type Consumers, type Handlers, SKIPPED } from './queues/job-runner.ts';
import type { Delivery, Queues } from './queues/queues.ts';
import { expiringQueues } from './queues/settings.ts';
import type { Target } from './relay.ts';

type Options = {
  database: Database;
  queues: Queues;
  jobs: EventJobs;
  schedules: ScheduledJobs;
  /** Shared by all runs; each run gets its own `em`. */
  services: JobServices;
  log: Logger;
};

/** Enqueues events for the relay: each for every job that subscribes to it and has not handled it yet. */
export function targetOf(queues: Pick<Queues, 'enqueue' | 'enqueueAgain'>, jobs: EventJobs): Target {
  return {
    enqueue: (events) => enqueueTraced(events, (events) => queues.enqueue(deliveriesOf(events, jobs))),
    enqueueAgain: (events) => queues.enqueueAgain(deliveriesOf(events, jobs)),
  };
}

/**
 * Enqueues events, each with a span that its jobs continue if it belongs to a trace. A batch that fails is retried every
 * second, so its spans are dropped.
 */
async function enqueueTraced(
  events: OutstandingEvent[],
  enqueue: (events: OutstandingEvent[]) => Promise<void>,
): Promise<void> {
  const traced = events.map((event) => {
    const { name, traceContext: parent } = event;
    if (!parent) return { span: null, event };
    const context = contextOf(parent);
    const span = tracer.startSpan(`enqueue ${name}`, { kind: SpanKind.PRODUCER }, context);
    return { span, event: { ...event, traceContext: traceParent(trace.setSpan(context, span)) } };
  });
  await enqueue(traced.map(({ event }) => event));
  for (const { span } of traced) span?.end();
}

function deliveriesOf(events: OutstandingEvent[], jobs: EventJobs): Delivery[] {
  return events.flatMap(({ handledBy, ...event }) =>
    Object.entries(jobs)
      .filter(([job, { on }]) => on.includes(event.name) && !handledBy.includes(job))
      .map(([job, { queue, turn }]) => ({ queue, job, event, priority: turn?.(event.payload) })),
  );
}

/** Runs the queued jobs, and records in the outbox which events they have handled or given up on. */
export function startJobs({ database, queues, jobs, schedules, services, log }: Options): Promise<Consumers> {
  async function removeFailures(olderThan: number): Promise<void> {
    await removeFailed(database.em.fork(), jobsOutside(jobs, expiringQueues), olderThan);
    await queues.removeFailed(olderThan);
  }
  const shared = { ...services, removeFailures, log };

  async function runEventJob(name: string, job: EventJob, event?: StoredEvent): Promise<unknown> {
    if (!event) throw new Error(`Job ${name} has no event`);
    const start = performance.now();
    const em = database.em.fork();
    const mailer = sendingOnce(em, services.mailer);
    const result = await job.run({ ...shared, em, mailer }, event.payload, event);
    await markHandled(em, event.id, name, jobsSubscribedTo(jobs, event.name));
    log.info({ milliseconds: Math.round(performance.now() - start) }, 'job done');
    return result;
  }

  /** Skips the run if the previous one still runs, here or in another process. */
  async function runScheduledJob(name: string, job: ScheduledJob): Promise<unknown> {
    const run = () => job.run({ ...shared, em: database.em.fork() });
    if (await runAlone(database.em, scheduleLock(name), run)) return;
    log.warn('previous run still in progress, skipped this one');
    return SKIPPED;
  }

  const handlers: Record<string, Handlers[string]> = {};
  for (const [name, job] of Object.entries(jobs)) {
    handlers[name] = { queue: job.queue, handle: (event) => runEventJob(name, job, event) };
  }
  for (const [name, job] of Object.entries(schedules)) {
    if (handlers[name]) throw new Error(`Duplicate job name ${name}`);
    handlers[name] = { queue: job.queue, handle: () => runScheduledJob(name, job) };
  }
  return queues.consume(handlers, async ({ job, event, reason }) => {
    const em = database.em.fork();
    await jobs[job]?.giveUp?.({ em }, event.payload);
    await markFailed(em, event.id, job, reason);
  });
}
