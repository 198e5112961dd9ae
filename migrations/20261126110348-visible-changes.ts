import { Migration } from '@mikro-orm/migrations';

/** Records only the changes of a product that shoppers can see: most only count units, of which many are left. */
export class VisibleChanges extends Migration {
  override up(): void {
    this.addSql(
      `create or replace function "product_record_change_fn"() returns trigger as $$ begin if tg_op = 'UPDATE' then old.stock = case when old.stock > 5 then 6 else old.stock end; new.stock = case when new.stock > 5 then 6 else new.stock end; old.low_stock_noticed = new.low_stock_noticed; old.version = new.version; old.import_key = new.import_key; if old = new then return null; end if; end if; insert into catalogue_change (product_id) values (coalesce(new.id, old.id)); return null; end; $$ language plpgsql;`,
    );
  }
}
