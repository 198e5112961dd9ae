import { Migration } from '@mikro-orm/migrations';

/** Gives the shop settings, and accounts and orders a language. */
export class Languages extends Migration {
  override up(): void {
    this.addSql(`create table "setting" ("name" text not null, "value" jsonb not null, primary key ("name"));`);
    // Pages of all languages link to each other, so processes read the catalogue again.
    this.addSql(
      `create function "setting_record_change_fn"() returns trigger as $$ begin insert into catalogue_change (product_id) values (null); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "record_change" after insert or update or delete on "setting" for each row execute function "setting_record_change_fn"();`,
    );
    this.addSql(`alter table "user_account" add "language" text not null default 'en';`);
    this.addSql(`alter table "shop_order" add "language" text not null default 'en';`);
  }
}
