import { Migration } from '@mikro-orm/migrations';

/** Adds the request and the trace that an event belongs to. */
export class EventOrigins extends Migration {
  override up(): void {
    this.addSql(`alter table "outbox_event" add "request_id" text null, add "trace_context" text null;`);
  }
}
