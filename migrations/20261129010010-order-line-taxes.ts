import { Migration } from '@mikro-orm/migrations';

/** Lets order lines keep their VAT rate and what they cost. */
export class OrderLineTaxes extends Migration {
  override up(): void {
    this.addSql(`alter table "order_line" add "tax_rate_hundredths" int null, add "amount" bigint null;`);
  }
}
