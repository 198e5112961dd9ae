import { Migration } from '@mikro-orm/migrations';

/** Adds what an order costs besides its goods, where it goes, what it holds, and its history. */
export class OrderDelivery extends Migration {
  override up(): void {
    this.addSql(
      `create table "order_history" ("id" uuid not null, "order_id" uuid not null, "date" timestamptz not null default now(), "what" text not null, "by" text not null, "admin_name" text null, primary key ("id"));`,
    );
    this.addSql(`create index "order_history_order_id_index" on "order_history" ("order_id");`);
    this.addSql(
      `alter table "shop_order" add "subtotal" bigint not null default 0, add "discount" bigint not null default '0', add "shipping" bigint not null default '0', add "tax" bigint not null default '0', add "tax_rate_hundredths" int not null default 0, add "refunded" bigint not null default '0', add "shipping_method" text not null default 'pickup', add "shipping_name" text not null default 'Collect in store', add "delivery" jsonb null, add "discount_code" text not null default '', add "discount_id" uuid null, add "note" text not null default '', add "fulfilment" text not null default 'open', add "attempted_at" timestamptz not null default now(), add "cancel_requested_by" text null;`,
    );
    // Earlier orders had goods only. Nothing is left to deliver of those that are canceled or refunded.
    this.addSql(
      `update "shop_order" set "subtotal" = "amount", "attempted_at" = "created_at", "refunded" = case when "state" = 'refunded' then "amount" else 0 end, "fulfilment" = case when "state" in ('canceled', 'refunded') then 'canceled' else 'open' end;`,
    );
    this.addSql(`alter table "shop_order" alter column "subtotal" drop default;`);
    this.addSql(
      `insert into "order_history" ("id", "order_id", "date", "what", "by") select gen_random_uuid(), "id", "created_at", 'ordered', 'shopper' from "shop_order";`,
    );
    this.addSql(
      `create index "shop_order_attempted_index" on "shop_order" ("attempted_at") where state in ('pending', 'failed') and cancel_requested_by is null;`,
    );
    this.addSql(
      `alter table "shop_order" add constraint "shop_order_amount_check" check (amount = subtotal - discount + shipping);`,
    );
    this.addSql(
      `alter table "shop_order" add constraint "shop_order_fulfilment_check" check ("fulfilment" in ('open', 'shipped', 'delivered', 'collected', 'canceled'));`,
    );
    this.addSql(
      `alter table "shop_order" add constraint "shop_order_cancel_requested_by_check" check ("cancel_requested_by" in ('shopper', 'shop', 'provider'));`,
    );
    this.addSql(
      `alter table "order_line" add "taken" smallint not null default 0, add "is_discounted" boolean not null default false;`,
    );
    this.addSql(
      `alter table "order_line" add constraint "order_line_taken_check" check (taken >= 0 and taken <= count);`,
    );
    this.addSql(
      `alter table "order_history" add constraint "order_history_order_id_foreign" foreign key ("order_id") references "shop_order" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "order_history" add constraint "order_history_what_check" check ("what" in ('ordered', 'paid', 'failed', 'canceled', 'partlyRefunded', 'refunded', 'shipped', 'delivered', 'collected', 'disputed'));`,
    );
    this.addSql(
      `alter table "order_history" add constraint "order_history_by_check" check ("by" in ('shopper', 'shop', 'provider'));`,
    );
  }
}
