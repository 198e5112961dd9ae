import { Migration } from '@mikro-orm/migrations';

export class ReconciliationIndexes extends Migration {
  override up(): void {
    this.addSql(`create index "shop_order_failed_index" on "shop_order" ("created_at") where state = 'failed';`);
    this.addSql(
      `create index "shop_order_refund_requested_index" on "shop_order" ("refund_requested_at") where state = 'paid' and refund_requested_at is not null;`,
    );
  }
}
