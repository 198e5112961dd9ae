import { Migration } from '@mikro-orm/migrations';

/** Adds what limits the uploads of a user besides their number: failures. */
export class FailedUploads extends Migration {
  override up(): void {
    this.addSql(`alter table "upload_count" add column if not exists "failures" int not null default 0;`);
  }
}
