import { Migration } from '@mikro-orm/migrations';

/** Adds notes between admins about an order. */
export class OrderNotes extends Migration {
  override up(): void {
    this.addSql(
      `create table "order_note" ("id" uuid not null, "order_id" uuid not null, "author_id" uuid not null, "author_name" text not null, "content" text not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "order_note_order_id_index" on "order_note" ("order_id");`);
    this.addSql(
      `alter table "order_note" add constraint "order_note_order_id_foreign" foreign key ("order_id") references "shop_order" ("id") on delete cascade;`,
    );
  }
}
