import { Migration } from '@mikro-orm/migrations';

/** Ends the shipping of orders that stayed open although all their units were given back before they were shipped. */
export class OrdersGivenBack extends Migration {
  override up(): void {
    // Paid orders that are open have an index, and few are without a unit to hand over.
    this.addSql(`
      update "shop_order" set "fulfilment" = 'canceled'
      where "state" = 'paid' and "fulfilment" = 'open'
        and not exists (
          select from "order_line"
          where "order_id" = "shop_order"."id" and ("shipped" > 0 or "refunded" < "count")
        )
        and not exists (select from "refund" where "order_id" = "shop_order"."id" and "state" = 'requested');
    `);
  }
}
