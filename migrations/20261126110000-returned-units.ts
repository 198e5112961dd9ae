import { Migration } from '@mikro-orm/migrations';

/** Counts the refunded units of an order that were shipped before. Until a refund says so, a row means as few as possible. */
export class ReturnedUnits extends Migration {
  override up(): void {
    this.addSql(`alter table "order_line" add "returned" smallint not null default 0;`);
    this.addSql(
      `alter table "order_line" add constraint "order_line_returned_check" check (returned >= 0 and returned <= shipped) not valid;`,
    );
  }
}
