import { Migration } from '@mikro-orm/migrations';

/** Adds invoices and credit notes, which are only added to, and the series of their numbers. */
export class Documents extends Migration {
  override up(): void {
    this.addSql(
      `create table "document_series" ("series" text not null, "last" int not null, primary key ("series"));`,
    );
    this.addSql(
      `create table "document" ("id" uuid not null, "order_id" uuid not null, "kind" text not null, "invoice_id" uuid null, "refund_id" uuid null, "series" text not null, "position" int not null, "number" text not null, "date" timestamptz not null, "currency" text not null, "amount" bigint not null, "snapshot" jsonb not null, "is_kept" boolean not null default false, "bytes" int null, "sha256" text null, primary key ("id"), constraint "document_number_unique" unique ("number"), constraint "document_position_unique" unique ("series", "position"), constraint "document_refund_unique" unique ("refund_id", "kind"), constraint "document_kind_check" check ("kind" in ('invoice', 'creditNote')), constraint "document_currency_check" check ("currency" in ('EUR', 'USD', 'RSD')));`,
    );
    this.addSql(`create unique index "document_invoice_unique" on "document" (order_id) where invoice_id is null;`);
    this.addSql(`create index "document_order_index" on "document" (order_id);`);
    this.addSql(`create index "document_date_index" on "document" (date, id);`);
    this.addSql(`create index "document_not_kept_index" on "document" (series, position) where not is_kept;`);
    this.addSql(
      `create table "document_tax" ("document_id" uuid not null, "rate_hundredths" int not null, "date" timestamptz not null, "country" text not null, "currency" text not null, "net" bigint not null, "tax" bigint not null, "net_eur" bigint not null, "tax_eur" bigint not null, primary key ("document_id", "rate_hundredths"), constraint "document_tax_currency_check" check ("currency" in ('EUR', 'USD', 'RSD')));`,
    );
    this.addSql(
      `create index "document_tax_date_index" on "document_tax" (date) include (country, rate_hundredths, currency, net, tax, net_eur, tax_eur);`,
    );
    this.addSql(
      `create function "document_keep_fn"() returns trigger as $$ begin if tg_op = 'DELETE' or old.sha256 is not null or (to_jsonb(new) - '{is_kept,bytes,sha256}'::text[]) is distinct from (to_jsonb(old) - '{is_kept,bytes,sha256}'::text[]) then raise exception 'Documents are only added'; end if; return new; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "keep" before update or delete on "document" for each row execute function "document_keep_fn"();`,
    );
    this.addSql(
      `create function "document_tax_keep_fn"() returns trigger as $$ begin raise exception 'Documents are only added'; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "keep" before update or delete on "document_tax" for each row execute function "document_tax_keep_fn"();`,
    );
  }
}
