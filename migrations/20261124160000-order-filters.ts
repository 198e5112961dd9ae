import { Migration } from '@mikro-orm/migrations';

/** Adds the indexes of the dashboard's order table. */
export class OrderFilters extends Migration {
  override up(): void {
    this.addSql(`create index "shop_order_fulfilment_index" on "shop_order" (fulfilment, created_at, id);`);
    this.addSql(
      `create index "shop_order_country_index" on "shop_order" ((delivery ->> 'country'), created_at, id) where delivery is not null;`,
    );
    this.addSql(`create index "shop_order_state_index" on "shop_order" (state, created_at, id);`);
    this.addSql(
      `create index "shop_order_refunded_index" on "shop_order" (created_at, id) where refunded > 0 and refunded < amount;`,
    );
    this.addSql(
      `create index "shop_order_payment_search_index" on "shop_order" using gin (payment_intent_id gin_trgm_ops);`,
    );
  }
}
