import { Migration } from '@mikro-orm/migrations';

/** Counts the waiting pictures of a person, so that they don't hold up those of others. */
export class WaitingPictures extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "picture_waiting_index";`);
    this.addSql(
      `create index concurrently "picture_waiting_index" on "picture" ("uploaded_by") where "state" = 'waiting';`,
    );
  }
}
