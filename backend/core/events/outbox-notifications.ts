import type { EventSubscriber, Transaction, TransactionEventArgs } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Logger } from '../observability/log.ts';

/** The channel on which the relays are notified of new events. */
export const OUTBOX_CHANNEL = 'outbox';

/** Least milliseconds between two notifications of a process. */
const REST = 5;

/** The channels to notify after each transaction. */
const notifying = new WeakMap<Transaction, Set<string>>();

/** Notes that those who listen on `channel` must be notified once the transaction of `em` is committed. */
export function notifyAfterCommit(em: EntityManager, channel: string): void {
  const transaction = em.getTransactionContext();
  if (transaction !== undefined) addChannels(transaction, [channel]);
}

function addChannels(transaction: Transaction, channels: Iterable<string>): void {
  notifying.set(transaction, new Set([...(notifying.get(transaction) ?? []), ...channels]));
}

/**
 * Notifies the relays after transactions with events, and others likewise, at most once every few milliseconds and outside
 * of them: PostgreSQL commits transactions with a notification one by one, in the whole server
 * (https://www.postgresql.org/docs/current/sql-notify.html). A lost notification costs time only, since relays also poll.
 */
export class OutboxNotifications implements EventSubscriber {
  private readonly outer = new WeakMap<object, Transaction>();
  private readonly log: Logger | undefined;
  private readonly due = new Set<string>();
  private pool: Pool | null = null;
  private isResting = false;

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
    const channels = transaction && notifying.get(transaction);
    if (channels === undefined) return;
    const outer = this.outer.get(em);
    if (outer !== undefined) {
      addChannels(outer, channels);
      return;
    }
    for (const channel of channels) this.due.add(channel);
    this.notify();
  }

  private notify(): void {
    if (this.isResting || this.due.size === 0) return;
    this.isResting = true;
    const channels = [...this.due];
    this.due.clear();
    const rested = () => {
      this.isResting = false;
      this.notify();
    };
    this.send(channels).then(() => setTimeout(rested, REST).unref());
  }

  private async send(channels: string[]): Promise<void> {
    try {
      await this.pool?.query(`select pg_notify(channel, '') from unnest($1::text[]) as channel`, [channels]);
    } catch (error) {
      this.log?.debug({ err: error }, 'could not notify');
    }
  }
}
