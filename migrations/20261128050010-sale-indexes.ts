import { Migration } from '@mikro-orm/migrations';

/** Finds the sales that have begun or ended since an instant. */
export class SaleIndexes extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const column of ['sale_begins_at', 'sale_until']) {
      this.addSql(`drop index concurrently if exists "product_${column}_index";`);
      this.addSql(
        `create index concurrently "product_${column}_index" on "product" (${column}) where ${column} is not null;`,
      );
    }
  }
}
