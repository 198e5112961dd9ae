import { Migration } from '@mikro-orm/migrations';

/** Adds an index for the dashboard's orders that are picked up; the index of countries holds the others. */
export class PickupIndex extends Migration {
  override up(): void {
    this.addSql(`create index "shop_order_pickup_index" on "shop_order" (created_at, id) where delivery is null;`);
  }
}
