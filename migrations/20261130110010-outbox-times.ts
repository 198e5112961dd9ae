import { Migration } from '@mikro-orm/migrations';

/** Gives an event the time at which its transaction stores it, which holds the locks of what it changed. */
export class OutboxTimes extends Migration {
  override up(): void {
    this.addSql(`alter table "outbox_event" alter column "created_at" set default clock_timestamp();`);
  }
}
