import { Migration } from '@mikro-orm/migrations';

export class DoneEvents extends Migration {
  override up(): void {
    this.addSql(`create index "outbox_event_done_index" on "outbox_event" ("done_at") where done_at is not null;`);
  }
}
