import { Migration } from '@mikro-orm/migrations';

/** Adds the indexes by which the dashboard finds orders by recipient, phone and tracking number. */
export class RecipientSearch extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "shop_order_recipient_search_index";`);
    this.addSql(
      `create index concurrently "shop_order_recipient_search_index" on "shop_order" using gin ((buyer_name || ' ' || coalesce(delivery ->> 'name', '') || ' ' || coalesce(delivery ->> 'city', '')) gin_trgm_ops);`,
    );
    this.addSql(`drop index concurrently if exists "shop_order_phone_search_index";`);
    this.addSql(
      `create index concurrently "shop_order_phone_search_index" on "shop_order" using gin (regexp_replace(delivery ->> 'phoneNumber', '[^0-9]', '', 'g') gin_trgm_ops) where delivery is not null;`,
    );
    this.addSql(`drop index concurrently if exists "shipment_tracking_search_index";`);
    this.addSql(
      `create index concurrently "shipment_tracking_search_index" on "shipment" using gin (replace(tracking_number, ' ', '') gin_trgm_ops);`,
    );
  }
}
