import { Migration } from '@mikro-orm/migrations';

/** Marks the open refunds that were recorded in place of `order.paid`: both have the time of their transaction. */
export class RefundsInPlaceOfPaid extends Migration {
  override up(): void {
    this.addSql(`alter table "refund" add column "replaces_paid" boolean not null default false;`);
    this.addSql(`
      update refund set replaces_paid = true
      from order_history step
      where refund.cancels and refund.by = 'shop' and refund.state = 'requested'
        and step.order_id = refund.order_id and step.what = 'paid' and step.date = refund.created_at;`);
  }
}
