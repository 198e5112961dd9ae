import { Migration } from '@mikro-orm/migrations';

export class DashboardIndexes extends Migration {
  override up(): void {
    // A trusted extension, so the database owner may create it: https://www.postgresql.org/docs/current/pgtrgm.html
    this.addSql(`create extension if not exists pg_trgm;`);

    this.addSql(`create index "comment_created_at_index" on "comment" (created_at, id);`);
    this.addSql(`create index "comment_approved_index" on "comment" (approved, created_at desc, id desc);`);
    this.addSql(`create index "comment_content_search_index" on "comment" using gin (content gin_trgm_ops);`);
    this.addSql(`create index "comment_author_search_index" on "comment" using gin (author gin_trgm_ops);`);

    this.addSql(`alter table "shop_order" add "refund_requested_at" timestamptz null;`);
    this.addSql(`create index "shop_order_created_at_index" on "shop_order" (created_at, id);`);

    this.addSql(`create index "order_line_title_search_index" on "order_line" using gin (title gin_trgm_ops);`);
  }
}
