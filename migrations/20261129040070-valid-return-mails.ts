import { Migration } from '@mikro-orm/migrations';

/** Checks existing mails, in a transaction of its own, as it reads the whole table. */
export class ValidReturnMails extends Migration {
  override up(): void {
    this.addSql(`alter table "order_mail" validate constraint "order_mail_kind_check";`);
  }
}
