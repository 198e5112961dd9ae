import { Migration } from '@mikro-orm/migrations';

/** Adds the reduced VAT rates. */
export class ReducedTaxRates extends Migration {
  override up(): void {
    this.addSql(
      `create table "reduced_tax_rate" ("country" text not null, "rate_hundredths" int not null, primary key ("country"));`,
    );
    this.addSql(`insert into "reduced_tax_rate" ("country", "rate_hundredths") values ('*', 0);`);
  }
}
