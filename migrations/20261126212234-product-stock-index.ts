import { Migration } from '@mikro-orm/migrations';

/** Sorts the dashboard's products by stock without reading all of them. */
export class ProductStockIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists "product_stock_index";');
    this.addSql('create index concurrently "product_stock_index" on "product" (stock, id);');
  }
}
