import { Migration } from '@mikro-orm/migrations';

/** Adds what the law asks of the products of a category. */
export class CategoryLabels extends Migration {
  override up(): void {
    this.addSql(`alter table "category" add column "labels" text[] not null default '{}';`);
  }
}
