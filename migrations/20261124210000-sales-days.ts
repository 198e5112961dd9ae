import { Migration } from '@mikro-orm/migrations';

/** Adds what the statistics sum up: what each refund gave back, which orders were replaced, and the sales of past days. */
export class SalesDays extends Migration {
  override up(): void {
    this.addSql(
      `create table "sales_day" ("day" date not null, "currency" text not null, "orders" int not null, "charged" bigint not null, "refunds" int not null, "refunded" bigint not null, "refunded_orders" int not null, primary key ("day", "currency"));`,
    );
    this.addSql(
      `alter table "sales_day" add constraint "sales_day_currency_check" check ("currency" in ('EUR', 'USD', 'RSD'));`,
    );
    this.addSql(
      `create table "product_sales_day" ("day" date not null, "product_id" uuid not null, "units" int not null, "title" text not null, primary key ("day", "product_id"));`,
    );
    this.addSql(`alter table "order_history" drop constraint "order_history_what_check";`);
    this.addSql(`alter table "order_history" add "amount" bigint null;`);
    this.addSql(
      `alter table "order_history" add constraint "order_history_what_check" check ("what" in ('ordered', 'paid', 'failed', 'canceled', 'replaced', 'partlyRefunded', 'refunded', 'shipped', 'delivered', 'collected', 'disputed'));`,
    );
    // Orders from before there was a history: they count as paid right after they were placed.
    this.addSql(
      `insert into "order_history" ("id", "order_id", "date", "what", "by") select gen_random_uuid(), "id", "created_at" + interval '1 millisecond', 'paid', 'provider' from "shop_order" where "state" in ('paid', 'refunded') and not exists (select from "order_history" where "order_id" = "shop_order"."id" and "what" = 'paid');`,
    );
    this.addSql(
      `insert into "order_history" ("id", "order_id", "date", "what", "by") select gen_random_uuid(), "id", greatest("checked_at", "created_at" + interval '2 milliseconds'), 'refunded', 'provider' from "shop_order" where "state" = 'refunded' and not exists (select from "order_history" where "order_id" = "shop_order"."id" and "what" = 'refunded');`,
    );
    // The last step gave back what the refunds before it did not.
    this.addSql(
      `with made as (select "order_id", "amount", row_number() over (partition by "order_id" order by "created_at", "id") as place from "refund" where "state" = 'done'), step as (select "order_history"."id", "order_history"."order_id", row_number() over (partition by "order_id" order by "date", "id") as place, count(*) over (partition by "order_id") as places from "order_history" where "what" in ('partlyRefunded', 'refunded')), given as (select step."id", step."order_id", place, places, coalesce("amount", 0) as "amount", sum(coalesce("amount", 0)) over (partition by step."order_id" order by place) - coalesce("amount", 0) as before from step left join made using ("order_id", place)) update "order_history" set "amount" = case when place = places then "shop_order"."refunded" - before else given."amount" end from given join "shop_order" on "shop_order"."id" = given."order_id" where given."id" = "order_history"."id";`,
    );
    // A replaced order was canceled in the transaction that opened the other one.
    this.addSql(
      `update "order_history" set "what" = 'replaced' from "shop_order" where "shop_order"."id" = "order_history"."order_id" and "what" = 'canceled' and "by" = 'shopper' and "state" = 'canceled' and exists (select from "shop_order" as other where other."user_id" = "shop_order"."user_id" and other."created_at" = "order_history"."date");`,
    );
    this.addSql(
      `create index "order_history_step_index" on "order_history" (what, date) include (order_id, by) where what in ('paid', 'canceled', 'replaced', 'partlyRefunded', 'refunded');`,
    );
  }
}
