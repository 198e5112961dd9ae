import { Migration } from '@mikro-orm/migrations';

export class OrderLineDetail extends Migration {
  override up(): void {
    this.addSql(`alter table "order_line" add "detail" text not null default '';`);
  }
}
