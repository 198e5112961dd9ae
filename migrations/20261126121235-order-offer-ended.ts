import { Migration } from '@mikro-orm/migrations';

/** Notes since when an order's price is outdated. */
export class OrderOfferEnded extends Migration {
  override up(): void {
    this.addSql(`alter table "shop_order" add "offer_ended_at" timestamptz null;`);
  }
}
