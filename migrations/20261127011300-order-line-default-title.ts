import { Migration } from '@mikro-orm/migrations';

/** Keeps the default title of a product beside the one that the shopper saw. */
export class OrderLineDefaultTitle extends Migration {
  override up(): void {
    this.addSql(`alter table "order_line" add "default_title" text null;`);
  }
}
