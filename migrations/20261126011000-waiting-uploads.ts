import { Migration } from '@mikro-orm/migrations';

/** Adds what limits the uploads of a user besides their number: bytes that wait. */
export class WaitingUploads extends Migration {
  override up(): void {
    this.addSql(`alter table "picture" add "upload_bytes" int not null default 0;`);
  }
}
