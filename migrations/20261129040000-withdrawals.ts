import { Migration } from '@mikro-orm/migrations';

/** Adds the statements by which shoppers withdraw from contracts. */
export class Withdrawals extends Migration {
  override up(): void {
    this.addSql(
      `create table "withdrawal" ("id" uuid not null, "reference" text not null, "order_id" uuid null, "state" text not null default 'waiting', "order_number" text not null, "name" text not null, "email" text not null, "items" text not null, "note" text not null, "language" text not null, "lines" jsonb not null default '[]', "is_late" boolean not null default false, "received_at" timestamptz not null default now(), "reason" text not null default '', "dismissed_at" timestamptz null, primary key ("id"), constraint "withdrawal_reference_unique" unique ("reference"), constraint "withdrawal_order_id_foreign" foreign key ("order_id") references "shop_order" ("id") on delete cascade, constraint "withdrawal_state_check" check ("state" in ('waiting', 'matched', 'dismissed')));`,
    );
    this.addSql(`create index "withdrawal_order_id_index" on "withdrawal" ("order_id");`);
    this.addSql(`create index "withdrawal_received_at_index" on "withdrawal" (received_at, id);`);
    this.addSql(`create index "withdrawal_waiting_index" on "withdrawal" (received_at, id) where state = 'waiting';`);
    this.addSql(`create index "withdrawal_dismissed_index" on "withdrawal" (dismissed_at) where state = 'dismissed';`);
  }
}
