import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { AppError } from '../errors.ts';
import { BUSY } from '../http/error-responses.ts';

/**
 * How much hard work is done at once in this process: each keeps a core busy, and one of the four threads of libuv, which
 * also compress responses and read files.
 */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
/** How much may wait; hashing so many passwords takes a few seconds. */
const WAITING_MAX = 200;

const turns = pLimit(AT_ONCE);

/**
 * Does hard work on another thread, such as hashing a password, once it is its turn.
 * @throws AppError unavailable if too much waits
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.pendingCount >= WAITING_MAX) throw new AppError('unavailable', BUSY, { retryAfter: 5 });
  return turns(work);
}

/** How much waits for its turn. */
export function countWaiting(): number {
  return turns.pendingCount;
}
