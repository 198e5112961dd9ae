import { Migration } from '@mikro-orm/migrations';

/** Records how many days the shipping method of an order takes. */
export class OrderDays extends Migration {
  override up(): void {
    this.addSql(`alter table "shop_order" add "min_days" smallint null, add "max_days" smallint null;`);
  }
}
