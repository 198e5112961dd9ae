import { Migration } from '@mikro-orm/migrations';

/** Allows mails about returns among those of an order. */
export class ReturnMails extends Migration {
  override up(): void {
    this.addSql(`alter table "order_mail" drop constraint "order_mail_kind_check";`);
    this.addSql(
      `alter table "order_mail" add constraint "order_mail_kind_check" check ("kind" in ('orderConfirmation', 'shipment', 'refund', 'cancellation', 'return')) not valid;`,
    );
  }
}
