import { Migration } from '@mikro-orm/migrations';

/** Validates the constraint of the last migration. */
export class ValidRefundStates extends Migration {
  override up(): void {
    this.addSql(`alter table "refund" validate constraint "refund_state_check";`);
  }
}
