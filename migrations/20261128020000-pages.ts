import { Migration } from '@mikro-orm/migrations';

const KINDS = `'imprint', 'terms', 'privacy', 'withdrawal', 'delivery', 'payment', 'guarantee', 'accessibility', 'reviews'`;

/** Gives the shop the pages that the law asks of it. Published versions never change, and renew the pages that link to them. */
export class Pages extends Migration {
  override up(): void {
    this.addSql(
      `create table "page_draft" ("id" uuid not null, "kind" text not null, "language" text not null, "title" text not null, "body" text not null, "updated_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "page_draft" add constraint "page_draft_kind_language_unique" unique ("kind", "language");`,
    );
    this.addSql(`alter table "page_draft" add constraint "page_draft_kind_check" check ("kind" in (${KINDS}));`);
    this.addSql(
      `create table "page_version" ("kind" text not null, "language" text not null, "version" int not null, "title" text not null, "body" text not null, "values" jsonb not null, "published_at" timestamptz not null default now(), primary key ("kind", "language", "version"));`,
    );
    this.addSql(`alter table "page_version" add constraint "page_version_kind_check" check ("kind" in (${KINDS}));`);
    this.addSql(
      `create function "page_version_record_change_fn"() returns trigger as $$ begin insert into catalogue_change (product_id) values (null); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "record_change" after insert on "page_version" for each row execute function "page_version_record_change_fn"();`,
    );
    this.addSql(
      `create function "page_version_refuse_change_fn"() returns trigger as $$ begin raise exception 'A version of a page never changes'; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "refuse_change" before update or delete on "page_version" for each row execute function "page_version_refuse_change_fn"();`,
    );
  }
}
