import { Migration } from '@mikro-orm/migrations';

/** Adds the time up to which paid orders have their documents. */
export class LateDocuments extends Migration {
  override up(): void {
    this.addSql(
      `create table "late_document_position" ("id" smallint not null, "seen_until" timestamptz not null, primary key ("id"));`,
    );
  }
}
