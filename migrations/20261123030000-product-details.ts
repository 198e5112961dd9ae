import { Migration } from '@mikro-orm/migrations';

/** Gives categories attributes, and products their values, stock, publication and variants. */
export class ProductDetails extends Migration {
  override up(): void {
    this.addSql(
      `create table "attribute" ("id" uuid not null, "category_id" uuid not null, "code" text not null, "name" text not null, "type" text not null, "unit" text not null default '', "is_filterable" boolean not null default true, "position" int not null default 0, primary key ("id"));`,
    );
    this.addSql(
      `alter table "attribute" add constraint "attribute_code_unique" unique ("category_id", "code"),
         add constraint "attribute_category_id_foreign" foreign key ("category_id") references "category" ("id") on delete cascade,
         add constraint "attribute_type_check" check ("type" in ('text', 'number', 'boolean'));`,
    );
    this.addSql(
      `alter table "product" add "attributes" jsonb not null default '{}', add "stock" int null, add "is_published" boolean not null default true, add "family" text null, add "options" jsonb not null default '{}',
         add constraint "product_stock_check" check (stock >= 0);`,
    );
    this.addSql(
      `create unique index "product_variant_unique" on "product" ("category_id", "family", "options") where "family" is not null;`,
    );
    this.recordChanges('attribute', 'insert into catalogue_change (product_id) values (null);');
    this.recordChanges(
      'picture',
      `if coalesce(new.owner_kind, old.owner_kind) = 'product' then insert into catalogue_change (product_id) values (coalesce(new.owner_id, old.owner_id)); end if;`,
    );
  }

  private recordChanges(table: string, record: string): void {
    const name = `${table}_record_change`;
    this.addSql(
      `create or replace function "${name}_fn"() returns trigger as $$ begin ${record} return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "record_change" after insert or update or delete on "${table}" for each row execute function "${name}_fn"();`,
    );
  }
}
