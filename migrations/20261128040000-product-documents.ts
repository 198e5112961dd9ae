import { Migration } from '@mikro-orm/migrations';

/** The documents of products. Other processes read a product again after a change of its documents. */
export class ProductDocuments extends Migration {
  override up(): void {
    this.addSql(
      `create table "product_document" ("id" uuid not null, "product_id" uuid not null, "kind" text not null, "title" text not null, "language" text not null, "bytes" int not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "product_document_product_id_index" on "product_document" ("product_id");`);
    this.addSql(
      `alter table "product_document" add constraint "product_document_product_id_foreign" foreign key ("product_id") references "product" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "product_document" add constraint "product_document_kind_check" check ("kind" in ('manual', 'safety', 'energySheet', 'other'));`,
    );
    this.addSql(
      `create function "product_document_record_change_fn"() returns trigger as $$ begin insert into catalogue_change (product_id) values (coalesce(new.product_id, old.product_id)); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "record_change" after insert or update or delete on "product_document" for each row execute function "product_document_record_change_fn"();`,
    );
  }
}
