import type { Database } from '../backend/core/database/db.ts';
import { startPolling } from '../backend/core/database/polling.ts';
import { enqueueForgotten, enqueueWaiting, type OutstandingEvent } from '../backend/core/events/outbox.ts';
import { OUTBOX_CHANNEL } from '../backend/core/events/outbox-notifications.ts';
import type { Logger } from '../backend/core/observability/log.ts';

/**
 * Events per transaction; in the search for lost jobs, per event name. The transaction locks their rows and occupies a
 * connection until the queues have responded.
 */
const BATCH = 100;

export type Target = {
  enqueue(events: OutstandingEvent[]): Promise<void>;
  /** @returns how many jobs were added or retried */
  enqueueAgain(events: OutstandingEvent[]): Promise<number>;
};

export type RelayTimes = {
  /** Milliseconds between polls of the outbox when no notification arrives. */
  poll: number;
  /** Milliseconds between searches for lost jobs, each followed by `upkeep`. */
  upkeep: number;
  /** Milliseconds after which an enqueued event that is not handled counts as forgotten. */
  forgottenAfter: number;
};

export const RELAY_TIMES: RelayTimes = { poll: 1000, upkeep: 15_000, forgottenAfter: 60_000 };

export type Relay = { close(): Promise<void> };

type Options = {
  database: Database;
  databaseUrl: string;
  target: Target;
  /** Runs after every search for lost jobs. */
  upkeep(): Promise<void>;
  times: RelayTimes;
  log: Logger;
};

/** Enqueues a batch of waiting events. @returns its size @throws errors of queues and database; the batch keeps waiting */
export function relayOnce(database: Database, target: Target): Promise<number> {
  return enqueueWaiting(database.em, BATCH, target.enqueue);
}

/**
 * Moves events from the outbox to the queues as soon as they are committed. Any number of relays may run at once. A
 * failed batch stays in the outbox and is retried with every poll.
 */
export function startRelay({ database, databaseUrl, target, upkeep, times, log }: Options): Relay {
  let nextUpkeep = 0;

  /** @returns whether more work is due now */
  async function poll(): Promise<boolean> {
    const isMoreWaiting = (await relayOnce(database, target)) === BATCH;
    if (performance.now() < nextUpkeep) return isMoreWaiting;
    nextUpkeep = performance.now() + times.upkeep;
    const forgotten = await enqueueForgotten(database.em, times.forgottenAfter, BATCH, target.enqueueAgain);
    await upkeep();
    if (forgotten === 0) return isMoreWaiting;
    log.warn({ jobs: forgotten }, 'enqueued lost jobs again');
    // Jobs are rarely lost one by one: search again right away.
    nextUpkeep = 0;
    return true;
  }

  return startPolling({ databaseUrl, channel: OUTBOX_CHANNEL, every: times.poll, name: 'relay', log }, poll);
}
