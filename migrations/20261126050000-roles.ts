import { Migration } from '@mikro-orm/migrations';

/** Allows the roles of the dashboard that are finer than admin, and owner. */
export class Roles extends Migration {
  override up(): void {
    this.addSql(`alter table "user_account" drop constraint "user_account_role_check";`);
    this.addSql(
      `alter table "user_account" add constraint "user_account_role_check" check ("role" in ('owner', 'admin', 'catalogue', 'orders', 'support', 'user')) not valid;`,
    );
  }
}
