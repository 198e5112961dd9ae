import { Migration } from '@mikro-orm/migrations';

/** Remembers which products the admins know to be low in stock, and which orders are disputed. */
export class LowStockAndDisputes extends Migration {
  override up(): void {
    this.addSql(`alter table "product" add "low_stock_noticed" boolean not null default false;`);
    this.addSql(
      `create or replace function "product_notice_restock_fn"() returns trigger as $$ begin if new.version > old.version and new.stock > coalesce(old.stock, 0) then new.low_stock_noticed = false; end if; return new; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "notice_restock" BEFORE UPDATE on "product" for each ROW execute function "product_notice_restock_fn"();`,
    );
    this.addSql(`alter table "shop_order" add "disputed_at" timestamptz null;`);
  }
}
