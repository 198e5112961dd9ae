import { Migration } from '@mikro-orm/migrations';

/** Gives products their identifiers, and what the law asks for beside them. */
export class ProductData extends Migration {
  override up(): void {
    this.addSql(
      `alter table "product" add "sku" text null, add "gtin" text null, add "mpn" text null, add "brand" text null, add "condition" text null, add "manufacturer_id" uuid null, add "responsible_id" uuid null, add "safety" text null, add "energy" jsonb null, add "charger" jsonb null, add "has_battery" boolean null, add "guarantee_years" int null, add "updates_until" date null, add "repair_score" double precision null;`,
    );
    this.addSql(
      `alter table "product" add constraint "product_manufacturer_id_foreign" foreign key ("manufacturer_id") references "company" ("id") on delete restrict not valid;`,
    );
    this.addSql(
      `alter table "product" add constraint "product_responsible_id_foreign" foreign key ("responsible_id") references "company" ("id") on delete restrict not valid;`,
    );
  }
}
