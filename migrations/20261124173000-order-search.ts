import { Migration } from '@mikro-orm/migrations';

/** Adds the indexes of the dashboard's search of orders. */
export class OrderSearch extends Migration {
  override up(): void {
    this.addSql(
      `create index "user_account_search_index" on "user_account" using gin ((username || ' ' || email) gin_trgm_ops);`,
    );
    this.addSql(`create index "shop_order_search_index" on "shop_order" (id) include (created_at);`);
  }
}
