import type { StoredEvent } from '../../backend/core/events/outbox.ts';

/** The most attempts that BullMQ can store in PostgreSQL. */
const UNLIMITED = 2 ** 31 - 1;

/**
 * Concurrent jobs per process, and attempts before a job is given up. A picture keeps a core busy. Ten attempts with
 * doubling pauses last 4 to 8 minutes, fifteen (for jobs that need the payment provider) 1 to 2 hours. Mails are given up
 * after a time instead (retries.ts). Scheduled jobs have one attempt: their schedule repeats them.
 */
export const settings = {
  images: { concurrency: 1, attempts: 10 },
  // A queue of its own, so that slow product pictures don't hold up avatars.
  avatars: { concurrency: 1, attempts: 10 },
  // A queue of its own, so that a few of them don't hold up all other pictures.
  demandingPictures: { concurrency: 1, attempts: 10 },
  ratings: { concurrency: 4, attempts: 10 },
  categories: { concurrency: 2, attempts: 10 },
  emails: { concurrency: 2, attempts: UNLIMITED },
  payments: { concurrency: 4, attempts: 15 },
  // A queue of its own, so that webhooks don't wait for thousands of expired orders.
  expiry: { concurrency: 5, attempts: 15 },
  // Never given up: no endpoint may miss an event.
  webhooks: { concurrency: 4, attempts: UNLIMITED },
  imports: { concurrency: 1, attempts: 10 },
  upkeep: { concurrency: 1, attempts: 10 },
} as const;

/**
 * The queues whose failures people cause: broken pictures and files, addresses that don't exist. They expire. A failure of
 * another queue is a defect, which left a wrong count or order, so it stays until someone retries it.
 */
export const expiringQueues: readonly QueueName[] = ['images', 'avatars', 'demandingPictures', 'emails', 'imports'];

export type QueueName = keyof typeof settings;
export const queueNames = Object.keys(settings) as QueueName[];

/** Scheduled jobs have no event. */
export type JobData = { event?: StoredEvent };

/**
 * A worker's lock on its job in milliseconds, renewed at half time. When a worker is killed, another one takes over
 * its job 5 to 9 s later: the lock expires after 5 s, and one of the next two searches for stalled jobs finds it. With a
 * shorter lock, a busy machine would lose jobs that still run; that costs a second run, never the result.
 */
export const LOCK_DURATION = 5000;
