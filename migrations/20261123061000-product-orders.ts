import { Migration } from '@mikro-orm/migrations';

/** Speeds up the dashboard's table of products, which sorts and searches 200,000 rows. */
export class ProductOrders extends Migration {
  override up(): void {
    this.addSql('create index "product_title_index" on "product" (lower(title), id desc);');
    this.addSql('create index "product_price_index" on "product" (price_cents, id desc);');
    this.addSql('create index "product_rating_index" on "product" (rating desc, id desc);');
    this.addSql('create index "product_title_search" on "product" using gin (title gin_trgm_ops);');
  }
}
