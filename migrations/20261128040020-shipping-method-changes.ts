import { Migration } from '@mikro-orm/migrations';

/** Lets other processes read pages again whose structured data tells what delivery costs. */
export class ShippingMethodChanges extends Migration {
  override up(): void {
    this.addSql(
      `create function "shipping_method_record_change_fn"() returns trigger as $$ begin insert into catalogue_change (product_id) values (null); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "record_change" after insert or update or delete on "shipping_method" for each statement execute function "shipping_method_record_change_fn"();`,
    );
  }
}
