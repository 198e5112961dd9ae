import { Migration } from '@mikro-orm/migrations';

/** Gives products their texts in other languages, and short words a dictionary. */
export class CatalogueTranslations extends Migration {
  override up(): void {
    this.addSql(`alter table "product" add "translations" jsonb not null default '{}';`);
    this.addSql(
      `create table "term" ("language" text not null, "text" text not null, "translation" text not null, primary key ("language", "text"));`,
    );
    this.addSql(
      `create function "term_record_change_fn"() returns trigger as $$ begin insert into catalogue_change (product_id) values (null); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "record_change" after insert or update or delete on "term" for each statement execute function "term_record_change_fn"();`,
    );
  }
}
