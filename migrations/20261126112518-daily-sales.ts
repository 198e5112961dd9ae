import { Migration } from '@mikro-orm/migrations';

/**
 * Adds sums of sales by the days of the shop's time zone, which the workers fill from the orders. The previous release goes on
 * with its sums by UTC days, so that neither counts the other's.
 */
export class DailySales extends Migration {
  override up(): void {
    this.addSql(
      `create table "daily_product_sales" ("time_zone" text not null, "day" date not null, "product_id" uuid not null, "units" int not null, "title" text not null, primary key ("time_zone", "day", "product_id"));`,
    );

    this.addSql(
      `create table "daily_sales" ("time_zone" text not null, "day" date not null, "currency" text not null, "orders" int not null, "charged" bigint not null, "refunds" int not null, "refunded" bigint not null, "refunded_orders" int not null, primary key ("time_zone", "day", "currency"));`,
    );

    this.addSql(
      `alter table "daily_sales" add constraint "daily_sales_currency_check" check ("currency" in ('EUR', 'USD', 'RSD'));`,
    );
  }
}
