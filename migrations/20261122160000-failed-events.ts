import { Migration } from '@mikro-orm/migrations';

export class FailedEvents extends Migration {
  override up(): void {
    this.addSql(`create index "outbox_event_failed_index" on "outbox_event" ("id") where failure is not null;`);
  }
}
