import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { m } from '#messages';
import type { Database, EntityManager } from '../database/db.ts';
import { ProcessLocks } from '../database/process-locks.ts';
import { ago, queriesOn, type Table } from '../database/queries.ts';
import { removeInBatches } from '../database/remove-in-batches.ts';
import { AppError } from '../errors.ts';
import { bodyHash, hashBody, UPLOAD_MAX } from '../http/bodies.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../observability/log.ts';
import type { KeyedCall } from './keyed-call.entity.ts';
import { AlreadyDone, type Run, recording } from './recorded-run.ts';

const db = queriesOn<{ keyedCall: Table<typeof KeyedCall> }>();

/** How long a response is kept, in milliseconds. */
const KEPT = 24 * 60 * 60 * 1000;

/** Milliseconds that a repeat waits for the first, and between two looks. */
const WAIT_MAX = 30_000;
const LOOK_EVERY = 50;
/** Repeats that wait at once in this process. */
const WAITING_MAX = 100;

type Keyed = {
  request: IncomingMessage;
  /** Who calls what, and the key. */
  identity: readonly string[];
  /** See ShopState. */
  confirmAccess: () => Promise<void>;
};

export type KeyedCalls = {
  /**
   * Does a call with an Idempotency-Key once, however often it is sent. A repeat waits for the first; one that failed is done
   * again.
   * @param work does it, and returns its answer as JSON
   * @returns what the first answered; null if this is the first
   * @throws AppError conflict if the key was used with another body, or its call was interrupted or takes too long; tooSlow,
   * malformed, unavailable; errors of `work`
   */
  once(call: Keyed, work: () => Promise<string>): Promise<string | null>;
};

/** Remembers calls across all processes. */
export function openKeyedCalls(database: Database, log: Logger): KeyedCalls {
  const locks = new ProcessLocks(database);
  let waiting = 0;

  async function hold(name: string): Promise<void> {
    if (await locks.tryHold(name)) return;
    if (waiting >= WAITING_MAX) throw new AppError('unavailable', m.api.busy(), { retryAfter: 5 });
    waiting += 1;
    try {
      const end = performance.now() + WAIT_MAX;
      do {
        if (performance.now() > end) throw new AppError('conflict', m.api.callStillRuns(), { retryAfter: 5 });
        await pause(LOOK_EVERY);
      } while (!(await locks.tryHold(name)));
    } finally {
      waiting -= 1;
    }
  }

  async function run(run: Run, work: () => Promise<string>): Promise<void> {
    const em = database.em.fork();
    let answer: string;
    try {
      answer = await recording(run, work);
    } catch (error) {
      // After another error, such as a lost connection, it is unknown how much was done.
      if (run.isRecorded && error instanceof AppError) await forget(em, run);
      throw error;
    }
    // It is done, whether or not its answer can be kept.
    await keepAnswer(em, run, answer).catch((error) => log.error({ err: error }, 'could not keep an answer'));
  }

  return {
    async once({ request, identity, confirmAccess }, work) {
      hashBody(request);
      const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
      await hold(hash);
      try {
        const known = await find(database.em.fork(), hash);
        if (known === undefined) {
          try {
            await run({ id: newId(), hash, readBodyHash: () => bodyHash(request), isRecorded: false }, work);
            return null;
          } catch (error) {
            if (!(error instanceof AlreadyDone)) throw error;
          }
        }
        const sent = await bodyHash(request, UPLOAD_MAX);
        await confirmAccess();
        return answerOf(known ?? (await find(database.em.fork(), hash)), sent);
      } finally {
        await locks.release(hash);
      }
    },
  };
}

type Known = { bodyHash: string; answer: string | null };

/** @throws AppError conflict */
function answerOf(known: Known | undefined, sentHash: string): string {
  if (known && known.bodyHash !== sentHash) throw new AppError('conflict', m.api.keyOfOtherCall());
  if (!known?.answer) throw new AppError('conflict', m.api.callInterrupted());
  return known.answer;
}

async function find(em: EntityManager, hash: string): Promise<Known | undefined> {
  await db(em).deleteFrom('keyedCall').where('hash', '=', hash).where('createdAt', '<=', ago(KEPT)).execute();
  return db(em).selectFrom('keyedCall').select(['bodyHash', 'answer']).where('hash', '=', hash).executeTakeFirst();
}

/** A call without a transaction has no row yet. */
async function keepAnswer(em: EntityManager, { id, hash, readBodyHash }: Run, answer: string): Promise<void> {
  await db(em)
    .insertInto('keyedCall')
    .values({ hash, runId: id, bodyHash: await readBodyHash(), answer })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet({ answer }).where(sql<boolean>`keyed_call.run_id = excluded.run_id`),
    )
    .execute();
}

async function forget(em: EntityManager, { id, hash }: Run): Promise<void> {
  await db(em).deleteFrom('keyedCall').where('hash', '=', hash).where('runId', '=', id).execute();
}

/** Removes calls that may be done again. */
export function removeOldKeyedCalls(em: EntityManager): Promise<void> {
  return removeInBatches(em, 'keyed_call', sql`created_at <= ${ago(KEPT)}`);
}
