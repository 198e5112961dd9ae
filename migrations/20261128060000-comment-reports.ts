import { Migration } from '@mikro-orm/migrations';

/** Adds what people report about comments. */
export class CommentReports extends Migration {
  override up(): void {
    this.addSql(
      `create table "comment_report" ("id" uuid not null, "comment_id" uuid not null, "product_title" text not null, "reason" text not null, "email" text null, "language" text not null default 'en', "reporter" text null, "created_at" timestamptz not null default now(), "decision" text null, "decision_reason" text null, "decided_at" timestamptz null, primary key ("id"), constraint "comment_report_reporter_unique" unique ("comment_id", "reporter"), constraint "comment_report_decision_check" check ("decision" in ('kept', 'removed')));`,
    );
    this.addSql(`create index "comment_report_created_at_index" on "comment_report" (created_at, id);`);
    this.addSql(
      `create index "comment_report_open_index" on "comment_report" (created_at, id) where decision is null;`,
    );
    this.addSql(
      `create index "comment_report_email_index" on "comment_report" (lower(email collate "C")) where email is not null;`,
    );
  }
}
