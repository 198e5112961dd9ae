import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { m } from '#messages';
import { AppError } from '../errors.ts';

/**
 * How much hard work is done at once in this process: each keeps a core busy, and one of the four threads of libuv, which
 * also compress responses and read files.
 */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
/** How many tasks may wait, separately for strangers and for sessions: a few seconds of hashing. */
const WAITING_MAX = 200;

const slots = pLimit(AT_ONCE);
/** Admits few tasks of strangers at a time, so that sessions soon get a slot. */
const gate = pLimit(AT_ONCE);

/**
 * Does hard work for strangers on another thread, such as hashing a password to log in, once a slot is free.
 * @throws AppError unavailable if too much waits
 */
export async function inCpuSlot<T>(work: () => Promise<T>): Promise<T> {
  refuseIfFull(gate.pendingCount);
  return gate(() => slots(work));
}

/** The same for someone with a session, before what waits of strangers. @throws AppError unavailable */
export async function inCpuSlotOfSession<T>(work: () => Promise<T>): Promise<T> {
  refuseIfFull(slots.pendingCount);
  return slots(work);
}

function refuseIfFull(waiting: number): void {
  if (waiting >= WAITING_MAX) throw new AppError('unavailable', m.api.busy(), { retryAfter: 5 });
}

/** How much waits for a slot. */
export function countWaiting(): number {
  return gate.pendingCount + slots.pendingCount;
}
