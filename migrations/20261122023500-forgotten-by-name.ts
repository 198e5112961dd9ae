import { Migration } from '@mikro-orm/migrations';

export class ForgottenByName extends Migration {
  override up(): void {
    this.addSql(`drop index "outbox_event_unhandled_index";`);
    this.addSql(
      `create index "outbox_event_unhandled_index" on "outbox_event" ("name", "enqueued_at") where done_at is null and failure is null;`,
    );
  }
}
