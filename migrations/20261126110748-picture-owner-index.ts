import { Migration } from '@mikro-orm/migrations';

/** Finds all pictures of a product or a user, also those that replace one. */
export class PictureOwnerIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "picture_owner_index";`);
    this.addSql(`create index concurrently "picture_owner_index" on "picture" ("owner_id");`);
  }
}
