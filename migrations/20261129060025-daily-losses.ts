import { Migration } from '@mikro-orm/migrations';

/** Counts what lost disputes took on a day. */
export class DailyLosses extends Migration {
  override up(): void {
    this.addSql(`alter table "daily_sales" add "lost" bigint not null default '0';`);
  }
}
