import { Migration } from '@mikro-orm/migrations';

/** Keeps the shopper's name in the order, for invoices. */
export class BuyerName extends Migration {
  override up(): void {
    this.addSql(`alter table "shop_order" add "buyer_name" text not null default '';`);
    this.addSql(
      `update "shop_order" set "buyer_name" = coalesce(nullif(trim("first_name" || ' ' || "last_name"), ''), "username") from "user_account" where "user_account"."id" = "shop_order"."user_id";`,
    );
    this.addSql(`alter table "shop_order" alter column "buyer_name" drop default;`);
  }
}
