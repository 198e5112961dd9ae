import { Migration } from '@mikro-orm/migrations';

/** Gives products a tax class. */
export class ProductTaxClass extends Migration {
  override up(): void {
    this.addSql(`alter table "product" add "tax_class" text not null default 'standard';`);
  }
}
