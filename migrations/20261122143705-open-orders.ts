import { Migration } from '@mikro-orm/migrations';

export class OpenOrders extends Migration {
  override up(): void {
    this.addSql(
      `create table "payment_event_look" ("id" smallint not null, "seen_until" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`drop index "shop_order_failed_index";`);
    this.addSql(`drop index "shop_order_pending_index";`);
    this.addSql(
      `create index "shop_order_open_index" on "shop_order" ("checked_at") where state in ('pending', 'failed');`,
    );
  }
}
