import { Migration } from '@mikro-orm/migrations';

/** Adds admins' own views of the orders table. */
export class SavedViews extends Migration {
  override up(): void {
    this.addSql(
      `create table "saved_view" ("id" uuid not null, "owner_id" uuid not null, "name" text not null, "query" text not null, primary key ("id"));`,
    );
    this.addSql(`create unique index "saved_view_name_unique" on "saved_view" ("owner_id", lower("name"));`);
    this.addSql(
      `alter table "saved_view" add constraint "saved_view_owner_id_foreign" foreign key ("owner_id") references "user_account" ("id") on delete cascade;`,
    );
  }
}
