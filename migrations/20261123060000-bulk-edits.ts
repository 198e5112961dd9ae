import { Migration } from '@mikro-orm/migrations';

/** Keeps bulk edits of products, so that they can be undone. */
export class BulkEdits extends Migration {
  override up(): void {
    this.addSql(
      `create table "bulk_edit" ("id" uuid not null, "products" jsonb not null, "is_undone" boolean not null default false, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "bulk_edit_created_at_index" on "bulk_edit" ("created_at");`);
  }
}
