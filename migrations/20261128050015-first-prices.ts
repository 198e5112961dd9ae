import { Migration } from '@mikro-orm/migrations';

/**
 * Begins the history of the products from before with their current prices. It locks none of them, and what the triggers have
 * recorded meanwhile stays: in batches, so that edits wait for little.
 */
export class FirstPrices extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`
      do $$
      declare
        last uuid := '00000000-0000-0000-0000-000000000000';
        next uuid;
      begin
        loop
          select id into next from (select id from product where id > last order by id limit 5000) as batch order by id desc limit 1;
          exit when next is null;
          insert into price_change (product_id, begins_at, price_cents)
          select id, created_at, price_cents from product where id > last and id <= next
          on conflict do nothing;
          commit;
          last := next;
        end loop;
      end
      $$;`);
  }
}
