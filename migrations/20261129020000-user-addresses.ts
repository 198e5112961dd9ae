import { Migration } from '@mikro-orm/migrations';

/** Adds the addresses that users have saved. */
export class UserAddresses extends Migration {
  override up(): void {
    this.addSql(
      `create table "user_address" ("id" uuid not null, "owner_id" uuid not null, "company" text not null, "name" text not null, "address" text not null, "city" text not null, "post_code" text not null, "state" text not null, "country" text not null, "vat_id" text not null, "phone_number" text not null, "is_default" boolean not null, primary key ("id"));`,
    );
    this.addSql(`create index "user_address_owner_id_index" on "user_address" ("owner_id");`);
    this.addSql(`create unique index "user_address_default_unique" on "user_address" (owner_id) where is_default;`);
    this.addSql(
      `alter table "user_address" add constraint "user_address_owner_id_foreign" foreign key ("owner_id") references "user_account" ("id") on delete cascade;`,
    );
  }
}
