import { Migration } from '@mikro-orm/migrations';

/** Gives categories addresses, and records the changes that the API's processes follow. */
export class CatalogueChanges extends Migration {
  override up(): void {
    this.addSql(
      `create table "catalogue_change" ("id" bigserial primary key, "product_id" uuid null, "xid" xid8 not null default pg_current_xact_id(), "created_at" timestamptz not null default now());`,
    );
    this.addSql(`create index "catalogue_change_xid_index" on "catalogue_change" ("xid");`);
    this.addSlugs();
    this.recordChanges('category', 'null');
    this.recordChanges('product', 'coalesce(new.id, old.id)');
  }

  private addSlugs(): void {
    this.addSql(
      `create table "former_slug" ("slug" text not null, "category_id" uuid not null, primary key ("slug"));`,
    );
    this.addSql(`create index "former_slug_category_id_index" on "former_slug" ("category_id");`);
    this.addSql(
      `alter table "former_slug" add constraint "former_slug_category_id_foreign" foreign key ("category_id") references "category" ("id") on delete cascade;`,
    );
    this.addSql(`alter table "category" add "slug" text null;`);
    // Of names that differ in punctuation only, the first gets the plain slug.
    this.addSql(
      `update category set slug = numbered.base || case numbered.place when 1 then '' else '-' || right(numbered.id::text, 12) end
       from (
         select id, base, row_number() over (partition by base order by id) as place
         from (
           select id, coalesce(nullif(trim(both '-' from regexp_replace(lower(name), '[^[:alnum:]]+', '-', 'g')), ''), 'category') as base
           from category
         ) as named
       ) as numbered
       where category.id = numbered.id;`,
    );
    this.addSql(`alter table "category" alter column "slug" set not null;`);
    this.addSql(`alter table "category" add constraint "category_slug_unique" unique ("slug");`);
  }

  private recordChanges(table: string, productId: string): void {
    const name = `${table}_record_change`;
    this.addSql(
      `create or replace function "${name}_fn"() returns trigger as $$ begin insert into catalogue_change (product_id) values (${productId}); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "record_change" after insert or update or delete on "${table}" for each row execute function "${name}_fn"();`,
    );
  }
}
