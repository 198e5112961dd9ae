import { Migration } from '@mikro-orm/migrations';

/** Checks the roles of existing users, in a transaction of its own, as it reads the whole table. */
export class ValidRoles extends Migration {
  override up(): void {
    this.addSql(`alter table "user_account" validate constraint "user_account_role_check";`);
  }
}
