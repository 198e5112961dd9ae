import { Migration } from '@mikro-orm/migrations';

/** Keeps the official pictures that tell of the legal guarantee, which every page names. */
export class GuaranteeNotice extends Migration {
  override up(): void {
    this.addSql(
      `create table "guarantee_notice" ("language" text not null, "hash" text not null, "bytes" bytea not null, "format" text not null, "width" int not null, "height" int not null, "uploaded_at" timestamptz not null default now(), primary key ("language"));`,
    );
    this.addSql(
      `alter table "guarantee_notice" add constraint "guarantee_notice_format_check" check ("format" in ('png', 'jpeg', 'webp'));`,
    );
    this.addSql(
      `create function "guarantee_notice_record_change_fn"() returns trigger as $$ begin insert into catalogue_change (product_id) values (null); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "record_change" after insert or update or delete on "guarantee_notice" for each row execute function "guarantee_notice_record_change_fn"();`,
    );
  }
}
