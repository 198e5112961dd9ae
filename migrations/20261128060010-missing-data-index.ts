import { Migration } from '@mikro-orm/migrations';

/** Finds a published product that lacks what the law asks for beside every product, and one with a battery. */
export class MissingDataIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const [name, index] of Object.entries(INDEXES)) {
      this.addSql(`drop index concurrently if exists "${name}";`);
      this.addSql(index);
    }
  }
}

const INDEXES = {
  product_missing_data_index: `create index concurrently "product_missing_data_index" on "product" (id) where is_published and (manufacturer_id is null or brand is null or (gtin is null and mpn is null) or has_battery is null);`,
  product_with_battery_index: `create index concurrently "product_with_battery_index" on "product" (id) where is_published and has_battery;`,
};
