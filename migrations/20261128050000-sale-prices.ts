import { Migration } from '@mikro-orm/migrations';

/** Gives products sale prices. */
export class SalePrices extends Migration {
  override up(): void {
    this.addSql(
      `alter table "product" add "sale_price_cents" int null, add "sale_from" timestamptz null, add "sale_until" timestamptz null, add "sale_begins_at" timestamptz null, add "prior_price_cents" int null;`,
    );
  }
}
