import { Migration } from '@mikro-orm/migrations';

/** Adds a column for names of saved views that are taken twice once they are compared by name_key. */
export class DuplicateSavedViews extends Migration {
  override up(): void {
    this.addSql(`alter table "saved_view" add column if not exists "duplicate_name" text null;`);
  }
}
