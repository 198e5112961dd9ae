import { Migration } from '@mikro-orm/migrations';

/** Tells which return or which withdrawal a refund is of. */
export class RefundReturns extends Migration {
  override up(): void {
    this.addSql(`alter table "refund" add "return_id" uuid null, add "withdrawal_id" uuid null;`);
  }
}
