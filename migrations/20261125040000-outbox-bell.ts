import { Migration } from '@mikro-orm/migrations';

/**
 * Drops the notification of each insert into the outbox, which made transactions with events commit one by one. Processes notify
 * the relays after their commits; the previous release's no longer do, so their events wait for the next poll.
 */
export class OutboxNotifications extends Migration {
  override up(): void {
    this.addSql(`drop trigger if exists "outbox_event_notify" on "outbox_event";`);
    this.addSql(`drop function if exists "outbox_event_outbox_event_notify_fn"();`);
  }
}
