import type { Config } from '../../backend/config.ts';
import type { EntityManager } from '../../backend/core/database/db.ts';
import type { EventMap, EventName } from '../../backend/core/events/events.ts';
import type { StoredEvent } from '../../backend/core/events/outbox.ts';
import type { Mailer } from '../../backend/core/mail/mailer.ts';
import type { Logger } from '../../backend/core/observability/log.ts';
import type { Storage } from '../../backend/core/storage/storage.ts';
import type { DrawDocument } from '../../backend/modules/orders/invoicing/stored-documents.ts';
import type { DrawTexts } from '../../backend/modules/orders/mails/order-mails.service.ts';
import type { PaymentProvider } from '../../backend/modules/payments/provider/port.ts';
import type { ShopSettings } from '../../backend/modules/settings/shop-settings.ts';
import type { QueueName } from '../queues/settings.ts';

/** The dependencies of a job; every run gets its own fork of `em`. */
export type JobDeps = {
  em: EntityManager;
  storage: Storage;
  /** In event jobs, sends each mail once, identified by its reference. */
  mailer: Mailer;
  provider: PaymentProvider;
  /** Base URL for links in emails. */
  publicUrl: string;
  settings: ShopSettings;
  drawTexts: DrawTexts;
  drawDocument: DrawDocument;
  /** How long after its last attempt an unpaid order expires. */
  orderExpirySeconds: number;
  retention: Config['retention'];
  /** Removes what people caused to fail at least `olderThan` milliseconds ago, from the outbox and the queues. */
  removeFailures(olderThan: number): Promise<void>;
  log: Logger;
};

/** Those that all runs share. */
export type JobServices = Omit<JobDeps, 'em' | 'removeFailures' | 'log'>;

/** A job triggered by events. Must be idempotent: delivery is at least once, and duplicates may run concurrently. */
export type EventJob<Event extends EventName = EventName> = {
  queue: QueueName;
  on: readonly Event[];
  /** Jobs with a lower turn run first, from 1; those without one before all others. */
  turn?(payload: EventMap[Event]): number | undefined;
  run(deps: JobDeps, payload: EventMap[Event], event: StoredEvent<Event>): Promise<unknown>;
  /**
   * Records a permanent failure where users see it, for any reason. Idempotent; an operator may still retry the job
   * afterwards.
   */
  giveUp?(deps: Pick<JobDeps, 'em'>, payload: EventMap[Event]): Promise<unknown>;
};

/** A recurring job, run by one worker at a time. A run that comes due while the previous one still runs is skipped. */
export type ScheduledJob = {
  queue: QueueName;
  /** Milliseconds from the start of one run to the start of the next. */
  every: number;
  run(deps: JobDeps): Promise<unknown>;
};

/** The lock of a scheduled job's run, for other jobs that must not run beside it. */
export function scheduleLock(name: string): string {
  return `schedule ${name}`;
}

/** Jobs by name. Queued job ids contain the name, so renaming a job orphans those waiting. */
export type EventJobs = Readonly<Record<string, EventJob>>;
export type ScheduledJobs = Readonly<Record<string, ScheduledJob>>;

/** A job of `queue` that `run` does for each of the events. */
export function job<Event extends EventName>(
  queue: QueueName,
  on: readonly Event[],
  run: EventJob<Event>['run'],
  more: Pick<EventJob<Event>, 'turn' | 'giveUp'> = {},
): EventJob<Event> {
  return { queue, on, run, ...more };
}

/** The names of the jobs that subscribe to an event. */
export function jobsSubscribedTo(jobs: EventJobs, event: EventName): string[] {
  return Object.keys(jobs).filter((name) => jobs[name]?.on.includes(event));
}

/** The names of the jobs that subscribe to each event and are not in `queues`. */
export function jobsOutside(jobs: EventJobs, queues: readonly QueueName[]): Partial<Record<EventName, string[]>> {
  const outside: Partial<Record<EventName, string[]>> = {};
  for (const [name, { queue, on }] of Object.entries(jobs)) {
    if (queues.includes(queue)) continue;
    for (const event of on) outside[event] = [...(outside[event] ?? []), name];
  }
  return outside;
}
