import type { EntityManager } from '../../backend/core/db.ts';
import type { EventMap, EventName } from '../../backend/core/events.ts';
import type { Logger } from '../../backend/core/log.ts';
import type { Mailer } from '../../backend/core/mailer.ts';
import type { Storage } from '../../backend/core/storage.ts';
import type { PaymentProvider } from '../../backend/modules/provider/provider.ts';
import type { QueueName } from '../queues.ts';

/** What a job may use; `em` is this run's own view of the database. */
export type JobDeps = {
  em: EntityManager;
  storage: Storage;
  /** For a job of an event: sends each mail once, by its reference. */
  mailer: Mailer;
  provider: PaymentProvider;
  /** Where the shop is, for links in emails. */
  publicUrl: string;
  log: Logger;
};

/** What is done after an event: at least once, sometimes twice, also at the same time, with one result. */
export type EventJob<Event extends EventName = EventName> = {
  queue: QueueName;
  on: readonly Event[];
  run(deps: JobDeps, payload: EventMap[Event]): Promise<unknown>;
  /**
   * Tells those who wait for its result that it has failed for good, whatever the reason. It may have told them already,
   * and an operator may try it again.
   */
  giveUp?(deps: Pick<JobDeps, 'em'>, payload: EventMap[Event]): Promise<unknown>;
};

/**
 * What is done again and again, by one worker at a time however many run: a run whose time comes while another one still
 * runs is left out.
 */
export type ScheduledJob = {
  queue: QueueName;
  /** Milliseconds from the beginning of one run to that of the next. */
  every: number;
  run(deps: JobDeps): Promise<unknown>;
};

/** Jobs by their names. A name is part of the ids in the queues: renaming one makes waiting jobs unknown. */
export type EventJobs = Readonly<Record<string, EventJob>>;
export type ScheduledJobs = Readonly<Record<string, ScheduledJob>>;

export function defineJob<Event extends EventName>(job: EventJob<Event>): EventJob<Event> {
  return job;
}

export function defineSchedule(schedule: ScheduledJob): ScheduledJob {
  return schedule;
}

/** The names of the jobs that hear an event. */
export function jobsHearing(jobs: EventJobs, event: EventName): string[] {
  return Object.keys(jobs).filter((name) => jobs[name]?.on.includes(event));
}
