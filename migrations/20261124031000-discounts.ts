import { Migration } from '@mikro-orm/migrations';

/** Adds discount codes. */
export class Discounts extends Migration {
  override up(): void {
    this.addSql(
      `create table "discount" ("id" uuid not null, "code" text not null, "percent_hundredths" int null, "amount_cents" int null, "minimum_cents" int null, "starts_at" timestamptz null, "ends_at" timestamptz null, "category_ids" uuid[] not null default '{}', "max_uses" int null, "max_uses_per_shopper" int null, "is_active" boolean not null default true, "uses" int not null default 0, primary key ("id"));`,
    );
    this.addSql(`create unique index "discount_code_unique" on "discount" (lower(code));`);
    this.addSql(
      `alter table "discount" add constraint "discount_kind_check" check (num_nonnulls(percent_hundredths, amount_cents) = 1);`,
    );
    this.addSql(`alter table "discount" add constraint "discount_uses_check" check (uses >= 0);`);
  }
}
