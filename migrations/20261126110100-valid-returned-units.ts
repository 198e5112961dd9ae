import { Migration } from '@mikro-orm/migrations';

/** Checks existing order lines, in a transaction of its own, as it reads the whole table. */
export class ValidReturnedUnits extends Migration {
  override up(): void {
    this.addSql(`alter table "order_line" validate constraint "order_line_returned_check";`);
  }
}
