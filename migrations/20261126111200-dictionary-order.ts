import { Migration } from '@mikro-orm/migrations';

/** Sorts the dashboard's tables as dictionaries do, in every database. */
export class DictionaryOrder extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "product_title_order";`);
    this.addSql(`create index concurrently "product_title_order" on "product" (title collate "und-x-icu", id desc);`);
    this.addSql(`drop index concurrently if exists "product_title_index";`);
    this.addSql(`alter index "product_title_order" rename to "product_title_index";`);
    this.addSql(`drop index concurrently if exists "user_account_username_index";`);
    this.addSql(
      `create index concurrently "user_account_username_index" on "user_account" (username collate "und-x-icu");`,
    );
  }
}
