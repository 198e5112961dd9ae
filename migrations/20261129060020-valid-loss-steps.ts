import { Migration } from '@mikro-orm/migrations';

/** Validates the constraint of the last migration. */
export class ValidLossSteps extends Migration {
  override up(): void {
    this.addSql(`alter table "order_history" validate constraint "order_history_what_check";`);
  }
}
