import { Migration } from '@mikro-orm/migrations';

/** Keeps SKUs unique whatever their case, searches products by identifiers, and finds those of a company. */
export class ProductDataIndexes extends Migration {
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
  product_sku_unique: `create unique index concurrently "product_sku_unique" on "product" (lower("sku" collate "und-x-icu"));`,
  product_identifier_search: `create index concurrently "product_identifier_search" on "product" using gin ((sku) gin_trgm_ops, replace(name_key(sku), ' ', '') gin_trgm_ops, (gtin) gin_trgm_ops, replace(name_key(gtin), ' ', '') gin_trgm_ops, (mpn) gin_trgm_ops, replace(name_key(mpn), ' ', '') gin_trgm_ops);`,
  product_manufacturer_id_index: `create index concurrently "product_manufacturer_id_index" on "product" ("manufacturer_id");`,
  product_responsible_id_index: `create index concurrently "product_responsible_id_index" on "product" ("responsible_id");`,
};
