import type { EventSubscriber, Transaction, TransactionEventArgs } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Logger } from '../observability/log.ts';

/** The channel on which the relays are notified of new events. */
export const OUTBOX_CHANNEL = 'outbox';

/** Least milliseconds between two notifications of a process. */
const REST = 5;

/** Transactions that have stored an event. */
const emitting = new WeakSet<Transaction>();

/** Notes that the relays must be notified once the transaction of `em` is committed. */
export function notifyAfterCommit(em: EntityManager): void {
  const transaction = em.getTransactionContext();
  if (transaction !== undefined) emitting.add(transaction);
}

/**
 * Notifies the relays after transactions with events, at most once every few milliseconds and outside of them: PostgreSQL
 * commits transactions with a notification one by one, in the whole server
 * (https://www.postgresql.org/docs/current/sql-notify.html). A lost notification costs time only, since relays also poll.
 */
export class OutboxNotifications implements EventSubscriber {
  private readonly outer = new WeakMap<object, Transaction>();
  private readonly log: Logger | undefined;
  private pool: Pool | null = null;
  private isResting = false;
  private isDue = false;

  constructor(log: Logger | undefined) {
    this.log = log;
  }

  /** Sets the pool whose connections notify. */
  connect(pool: Pool): void {
    this.pool = pool;
  }

  /** Gets the outer transaction, if this one is a savepoint. */
  beforeTransactionStart({ em, transaction }: TransactionEventArgs): void {
    if (transaction !== undefined) this.outer.set(em, transaction);
  }

  afterTransactionCommit({ em, transaction }: TransactionEventArgs): void {
    if (transaction === undefined || !emitting.has(transaction)) return;
    const outer = this.outer.get(em);
    if (outer === undefined) this.notifyRelays();
    else emitting.add(outer);
  }

  private notifyRelays(): void {
    this.isDue = true;
    if (this.isResting) return;
    this.isDue = false;
    this.isResting = true;
    const rested = () => {
      this.isResting = false;
      if (this.isDue) this.notifyRelays();
    };
    this.sendNotification().then(() => setTimeout(rested, REST).unref());
  }

  private async sendNotification(): Promise<void> {
    try {
      await this.pool?.query('select pg_notify($1, $2)', [OUTBOX_CHANNEL, '']);
    } catch (error) {
      this.log?.debug({ err: error }, 'could not notify the relays');
    }
  }
}
