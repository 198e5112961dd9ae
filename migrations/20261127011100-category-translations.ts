import { Migration } from '@mikro-orm/migrations';

/** Gives categories their names in other languages. */
export class CategoryTranslations extends Migration {
  override up(): void {
    this.addSql(`alter table "category" add "translations" jsonb not null default '{}';`);
  }
}
