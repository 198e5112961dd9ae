import { Migration } from '@mikro-orm/migrations';

/** Adds what Google calls a category, for feeds. */
export class GoogleCategory extends Migration {
  override up(): void {
    this.addSql(`alter table "category" add column "google_category" int null;`);
  }
}
