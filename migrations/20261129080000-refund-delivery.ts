import { Migration } from '@mikro-orm/migrations';

/** Tells which refund gives the delivery of a withdrawn order back. */
export class RefundDelivery extends Migration {
  override up(): void {
    this.addSql(`alter table "refund" add "gives_delivery" boolean not null default false;`);
  }
}
