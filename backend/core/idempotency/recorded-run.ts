import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventSubscriber, Transaction, TransactionEventArgs } from '@mikro-orm/core';
import { type Kysely, sql } from 'kysely';

/** A call with an Idempotency-Key while it runs. */
export type Run = {
  id: string;
  /** See KeyedCall. */
  hash: string;
  /** Waits for the rest of the body. */
  readBodyHash: () => Promise<string>;
  /** Whether a transaction that has changed something is committed, and with it the row of the call. */
  isRecorded: boolean;
};

/** Another run of the same call has committed first: this one's transaction is rolled back. */
export class AlreadyDone extends Error {}

const runs = new AsyncLocalStorage<Run>();

/** Runs `work`, whose transactions record `run`. */
export function recording<T>(run: Run, work: () => Promise<T>): Promise<T> {
  return runs.run(run, work);
}

/**
 * Records a call in the first transaction of its run that changes something, just before the commit: its effect and its
 * row are stored, or neither.
 */
export class RunRecorder implements EventSubscriber {
  private readonly recordedIn = new WeakMap<Transaction, Run>();

  async beforeTransactionCommit({ transaction }: TransactionEventArgs): Promise<void> {
    const run = runs.getStore();
    if (run === undefined || run.isRecorded || transaction === undefined || 'savepointName' in transaction) return;
    if (await record(transaction, run)) this.recordedIn.set(transaction, run);
  }

  afterTransactionCommit({ transaction }: TransactionEventArgs): void {
    const run = transaction && this.recordedIn.get(transaction);
    if (run) run.isRecorded = true;
  }
}

/** @returns whether the transaction has changed something, and so has the row @throws AlreadyDone */
async function record(transaction: Kysely<unknown>, run: Run): Promise<boolean> {
  const { rows } = await sql<{ hasChanged: boolean; isRecorded: boolean }>`
    with changed as materialized (select 1 where pg_current_xact_id_if_assigned() is not null),
    recorded as (
      insert into keyed_call (hash, run_id, body_hash)
      select ${run.hash}, ${run.id}::uuid, ${await run.readBodyHash()} from changed
      on conflict (hash) do update set run_id = excluded.run_id where keyed_call.run_id = excluded.run_id
      returning 1
    )
    select exists (select from changed) as "hasChanged", exists (select from recorded) as "isRecorded"
  `.execute(transaction);
  const [row] = rows;
  if (row?.hasChanged && !row.isRecorded) throw new AlreadyDone('The call was carried out by another process');
  return row?.isRecorded === true;
}
