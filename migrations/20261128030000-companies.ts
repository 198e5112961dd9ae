import { Migration } from '@mikro-orm/migrations';

/** Keeps the manufacturers of products and who is responsible for them in the EU. Products show them. */
export class Companies extends Migration {
  override up(): void {
    this.addSql(
      `create table "company" ("id" uuid not null, "name" text not null, "address" text not null, "contact" text not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql('create unique index "company_name_unique" on "company" (name_key("name"));');
    this.addSql(
      `create function "company_record_change_fn"() returns trigger as $$ begin insert into catalogue_change (product_id) values (null); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "record_change" after update on "company" for each statement execute function "company_record_change_fn"();`,
    );
  }
}
