import { Migration } from '@mikro-orm/migrations';

/** Counts the orders that wait to be shipped or collected without reading the others. */
export class OpenOrdersIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists "shop_order_to_do_index";');
    this.addSql(
      `create index concurrently "shop_order_to_do_index" on "shop_order" (created_at, id) where state = 'paid' and fulfilment = 'open';`,
    );
  }
}
