import { Migration } from '@mikro-orm/migrations';

/** Adds shipping methods, with pickup, and VAT rates. */
export class Delivery extends Migration {
  override up(): void {
    this.addSql(
      `create table "shipping_method" ("id" uuid not null, "code" text not null, "name" text not null, "price_cents" int not null, "free_from_cents" int null, "min_days" smallint not null, "max_days" smallint not null, "countries" text[] not null default '{}', "is_active" boolean not null default true, primary key ("id"));`,
    );
    this.addSql(`alter table "shipping_method" add constraint "shipping_method_code_unique" unique ("code");`);
    this.addSql(
      `insert into "shipping_method" ("id", "code", "name", "price_cents", "min_days", "max_days") values (gen_random_uuid(), 'pickup', 'Collect in store', 0, 0, 0);`,
    );
    this.addSql(
      `create table "tax_rate" ("country" text not null, "rate_hundredths" int not null, primary key ("country"));`,
    );
    this.addSql(`insert into "tax_rate" ("country", "rate_hundredths") values ('*', 0);`);
  }
}
