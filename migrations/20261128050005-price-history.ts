import { Migration } from '@mikro-orm/migrations';

/** Records each change of the price that is charged, whoever writes it, and adds the functions that know this price. */
export class PriceHistory extends Migration {
  override up(): void {
    this.addSql(
      `create table "price_change" ("product_id" uuid not null, "begins_at" timestamptz not null, "price_cents" int not null, primary key ("product_id", "begins_at"));`,
    );
    this.addSql(
      `create function "price_change_keep_fn"() returns trigger as $$ begin raise exception 'The history of prices is only added to'; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "keep" before update or delete on "price_change" for each row execute function "price_change_keep_fn"();`,
    );
    this.addPrices();
    this.addHistory();
    this.addSql(
      `create function "product_record_price_fn"() returns trigger as $$ begin if tg_op = 'UPDATE' then if (old.price_cents, old.sale_price_cents, old.sale_from, old.sale_until) is not distinct from (new.price_cents, new.sale_price_cents, new.sale_from, new.sale_until) then return new; end if; end if; return record_price(old, new); end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "record_price" before insert or update on "product" for each row execute function "product_record_price_fn"();`,
    );
  }

  /** What is charged at an instant. */
  private addPrices(): void {
    this.addSql(`
      create function is_on_sale(product product, instant timestamptz) returns boolean language sql immutable parallel safe
      return product.sale_price_cents is not null and product.sale_begins_at <= instant
        and (product.sale_until is null or product.sale_until > instant);`);
    this.addSql(`
      create function charged_price(product product, instant timestamptz) returns integer language sql immutable parallel safe
      return case when is_on_sale(product, instant) then product.sale_price_cents else product.price_cents end;`);
  }

  private addHistory(): void {
    // Nothing writes when a sale begins or ends: the product says what its history lacks.
    this.addSql(`
      create function due_price_changes(product product, instant timestamptz) returns table (begins_at timestamptz, price_cents integer)
      language sql stable parallel safe as $$
        select due.begins_at, due.price_cents
        from (values
          (product.sale_begins_at, product.sale_price_cents),
          (product.sale_until, product.price_cents)
        ) as due (begins_at, price_cents)
        where product.sale_begins_at < coalesce(product.sale_until, 'infinity')
          and due.begins_at <= instant
          and due.begins_at > (select max(known.begins_at) from price_change as known where known.product_id = product.id)
      $$;`);
    // As priorPrice in backend/contract/catalogue/prices.ts.
    this.addSql(`
      create function prior_price(product_id uuid, sale_began timestamptz) returns integer
      language sql stable parallel safe as $$
        select min(charged.price_cents)
        from (
          select price_cents, begins_at, lead(begins_at) over (order by begins_at) as ends_at
          from price_change where price_change.product_id = prior_price.product_id
        ) as charged
        where charged.begins_at < sale_began
          and coalesce(charged.ends_at > sale_began - interval '720 hours', true)
      $$;`);
    this.addSql(`
      create function record_price(before product, after product) returns product language plpgsql as $$
      declare
        known timestamptz;
        instant timestamptz;
        is_new_sale boolean := false;
      begin
        if before.id is not null then
          -- Of products that are older than the history, it begins with the price that they have had.
          insert into price_change (product_id, begins_at, price_cents)
          select before.id, before.created_at, before.price_cents
          where not exists (select from price_change where product_id = before.id)
          on conflict do nothing;
          select max(begins_at) into known from price_change where product_id = before.id;
          -- The clock may have been set back.
          instant := greatest(clock_timestamp(), known + interval '1 microsecond');
          if before.sale_begins_at is not null then
            insert into price_change (product_id, begins_at, price_cents)
            select before.id, due.begins_at, due.price_cents from due_price_changes(before, instant - interval '1 microsecond') as due;
          end if;
        else
          instant := after.created_at;
        end if;

        if after.sale_price_cents is null then
          after.sale_begins_at := null;
          after.prior_price_cents := null;
        elsif before.sale_begins_at > instant
          or (before.sale_price_cents, before.sale_from, before.sale_until) is distinct from (after.sale_price_cents, after.sale_from, after.sale_until)
        then
          -- A sale that runs and goes on remains the same one, also at another price.
          is_new_sale := not (
            coalesce(is_on_sale(before, instant), false)
            and coalesce(after.sale_from <= instant, true)
            and coalesce(after.sale_until > instant, true)
          );
          if is_new_sale then after.sale_begins_at := greatest(after.sale_from, instant); end if;
        end if;

        insert into price_change (product_id, begins_at, price_cents)
        select after.id, instant, charged_price(after, instant)
        where charged_price(after, instant) is distinct from (
          select price_cents from price_change where product_id = after.id order by begins_at desc limit 1
        );
        if is_new_sale then after.prior_price_cents := prior_price(after.id, after.sale_begins_at); end if;
        return after;
      end;
      $$;`);
  }
}
