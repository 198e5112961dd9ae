import { Migration } from '@mikro-orm/migrations';

/** Checks existing steps, in a transaction of its own, as it reads the whole table. */
export class ValidReturnSteps extends Migration {
  override up(): void {
    this.addSql(`alter table "order_history" validate constraint "order_history_what_check";`);
  }
}
