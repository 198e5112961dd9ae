import { Migration } from '@mikro-orm/migrations';

/** Adds a column for names of discounts that are taken twice once they are compared by name_key. */
export class DuplicateDiscounts extends Migration {
  override up(): void {
    this.addSql(`alter table "discount" add column if not exists "duplicate_name" text null;`);
  }
}
