import { Migration } from '@mikro-orm/migrations';

/** Gives a step the time at which it is stored, while its order is locked. */
export class HistoryTimes extends Migration {
  override up(): void {
    this.addSql(`alter table "order_history" alter column "date" set default clock_timestamp();`);
  }
}
