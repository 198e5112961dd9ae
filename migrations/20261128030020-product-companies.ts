import { Migration } from '@mikro-orm/migrations';

/** Validates the companies of products. */
export class ProductCompanies extends Migration {
  override up(): void {
    this.addSql('alter table "product" validate constraint "product_manufacturer_id_foreign";');
    this.addSql('alter table "product" validate constraint "product_responsible_id_foreign";');
  }
}
