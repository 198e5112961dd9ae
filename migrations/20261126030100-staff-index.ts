import { Migration } from '@mikro-orm/migrations';

/** Adds an index of the few accounts with a role, whose usernames must not be imitated. */
export class StaffIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "user_account_staff_index";`);
    this.addSql(`create index concurrently "user_account_staff_index" on "user_account" (id) where role <> 'user';`);
  }
}
