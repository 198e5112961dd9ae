import { Migration } from '@mikro-orm/migrations';

/** Adds imports that only report what a file would change, or that hide new products, and the categories that imports add. */
export class CheckedImports extends Migration {
  override up(): void {
    this.addSql(
      `alter table "catalogue_import" add column "is_check" boolean not null default false, add column "publishes_new" boolean not null default true, add column "new_categories" text[] not null default '{}';`,
    );
  }
}
