import { Migration } from '@mikro-orm/migrations';

/** Compares emails without the database's locale: in Turkish, the lower case of I is not i. */
export class EmailsInAnyLocale extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const table of ['user_account', 'password_reset_request']) {
      this.addSql(`drop index concurrently if exists "${table}_email_key";`);
      this.addSql(`create unique index concurrently "${table}_email_key" on "${table}" (lower(email collate "C"));`);
    }
  }
}
