import { Migration } from '@mikro-orm/migrations';

/** Adds the indexes that find what is older than its retention period. */
export class RetentionPeriods extends Migration {
  override up(): void {
    this.addSql(`create index "audit_entry_created_at_index" on "audit_entry" ("created_at");`);
    this.addSql(`create index "payment_event_received_at_index" on "payment_event" ("received_at");`);
    this.addSql(`create index "sent_mail_sent_at_index" on "sent_mail" ("sent_at");`);
    this.addSql(`create index "shop_order_canceled_index" on "shop_order" ("checked_at") where state = 'canceled';`);
  }
}
