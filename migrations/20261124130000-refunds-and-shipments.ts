import { Migration } from '@mikro-orm/migrations';

/** Adds shipments, and refunds of parts of an order. */
export class RefundsAndShipments extends Migration {
  override up(): void {
    this.addSql(
      `create table "shipment" ("id" uuid not null, "order_id" uuid not null, "carrier" text not null, "tracking_number" text not null, "tracking_url" text not null, "lines" jsonb not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "shipment_order_id_index" on "shipment" ("order_id");`);
    this.addSql(
      `alter table "shipment" add constraint "shipment_order_id_foreign" foreign key ("order_id") references "shop_order" ("id") on delete cascade;`,
    );
    this.addSql(
      `create table "refund" ("id" uuid not null, "order_id" uuid not null, "amount" bigint not null, "lines" jsonb not null, "reason" text not null, "restocked" jsonb not null, "cancels" boolean not null default false, "state" text not null default 'requested', "by" text not null, "admin_name" text null, "idempotency_key" text null, "request_hash" text not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "refund_order_id_index" on "refund" ("order_id");`);
    this.addSql(`create index "refund_requested_index" on "refund" ("order_id") where state = 'requested';`);
    this.addSql(
      `alter table "refund" add constraint "refund_idempotency_key_unique" unique ("order_id", "idempotency_key");`,
    );
    this.addSql(
      `alter table "refund" add constraint "refund_order_id_foreign" foreign key ("order_id") references "shop_order" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "refund" add constraint "refund_state_check" check ("state" in ('requested', 'done', 'rejected'));`,
    );
    this.addSql(
      `alter table "refund" add constraint "refund_by_check" check ("by" in ('shopper', 'shop', 'provider'));`,
    );
    // Finishes the refunds that were requested before.
    this.addSql(
      `insert into "refund" ("id", "order_id", "amount", "lines", "reason", "restocked", "by", "request_hash", "created_at") select gen_random_uuid(), "id", "amount" - "refunded", '[]', '', '[]', 'shop', '', "refund_requested_at" from "shop_order" where "state" = 'paid' and "refund_requested_at" is not null;`,
    );
    this.addSql(`drop index "shop_order_refund_requested_index";`);
    this.addSql(`alter table "shop_order" drop column "refund_requested_at";`);
    this.addSql(
      `alter table "order_line" add "shipped" smallint not null default 0, add "refunded" smallint not null default 0;`,
    );
    this.addSql(
      `alter table "order_line" add constraint "order_line_shipped_check" check (shipped >= 0 and shipped <= count);`,
    );
    this.addSql(
      `alter table "order_line" add constraint "order_line_refunded_check" check (refunded >= 0 and refunded <= count);`,
    );
  }
}
