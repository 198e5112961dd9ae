import { Migration } from '@mikro-orm/migrations';

/** Lets orders keep who buys them and their VAT by rate. */
export class OrderTaxes extends Migration {
  override up(): void {
    this.addSql(
      `alter table "shop_order" add "billing" jsonb null, add "email" text not null default '', add "cheapest_shipping" bigint null, add "taxes" jsonb null, add "vat_check" jsonb null, add "reverse_charge" boolean not null default false;`,
    );
  }
}
