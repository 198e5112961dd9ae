import { Migration } from '@mikro-orm/migrations';

/** Adds a column for names of users that are taken twice once they are compared by name_key. */
export class DuplicateUsernames extends Migration {
  override up(): void {
    this.addSql(`alter table "user_account" add column if not exists "duplicate_name" text null;`);
  }
}
