import { Migration } from '@mikro-orm/migrations';

/** Finds users by every column that the dashboard's search covers, and sorts them by their age. */
export class UserTableIndexes extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "user_account_names_index";`);
    this.addSql(
      `create index concurrently "user_account_names_index" on "user_account" using gin (email gin_trgm_ops, username gin_trgm_ops, (first_name || ' ' || last_name) gin_trgm_ops);`,
    );
    this.addSql(`drop index concurrently if exists "user_account_search_index";`);
    this.addSql(`drop index concurrently if exists "user_account_created_at_index";`);
    this.addSql(`create index concurrently "user_account_created_at_index" on "user_account" (created_at, id);`);
  }
}
