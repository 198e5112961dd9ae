import { Migration } from '@mikro-orm/migrations';

export class DashboardIndexes extends Migration {
  override up(): void {
    this.addSql(`alter table "shop_order" add "refund_requested_at" timestamptz null;`);
  }
}
