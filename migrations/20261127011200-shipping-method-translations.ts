import { Migration } from '@mikro-orm/migrations';

/** Gives shipping methods their names in other languages. */
export class ShippingMethodTranslations extends Migration {
  override up(): void {
    this.addSql(`alter table "shipping_method" add "translations" jsonb not null default '{}';`);
  }
}
