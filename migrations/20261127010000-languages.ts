import { Migration } from '@mikro-orm/migrations';

/** Gives the shop settings, and accounts a language. Other processes read the catalogue again after a change of the settings. */
export class Languages extends Migration {
  override up(): void {
    this.addSql(`create table "setting" ("name" text not null, "value" jsonb not null, primary key ("name"));`);
    this.addSql(
      `create function "setting_record_change_fn"() returns trigger as $$ begin insert into catalogue_change (product_id) values (null); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "record_change" after insert or update or delete on "setting" for each row execute function "setting_record_change_fn"();`,
    );
    this.addSql(`alter table "user_account" add "language" text not null default 'en';`);
  }
}
