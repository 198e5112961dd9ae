import { Migration } from '@mikro-orm/migrations';

/** Adds the returns of orders. */
export class Returns extends Migration {
  override up(): void {
    this.addSql(
      `create table "order_return" ("id" uuid not null, "order_id" uuid not null, "place" smallint not null, "state" text not null, "reason" text not null, "wants" text not null, "note" text not null, "lines" jsonb not null, "received" jsonb not null default '[]', "instructions" text not null default '', "rejection" text not null default '', "carrier" text not null default '', "tracking_number" text not null default '', "withdrawal_id" uuid null, "is_late" boolean not null default false, "refund_due" timestamptz null, "overdue_noticed_at" timestamptz null, "created_at" timestamptz not null default now(), primary key ("id"), constraint "order_return_place_unique" unique ("order_id", "place"), constraint "order_return_order_id_foreign" foreign key ("order_id") references "shop_order" ("id") on delete cascade, constraint "order_return_state_check" check ("state" in ('requested', 'approved', 'rejected', 'canceled', 'received', 'refunded', 'replaced', 'repaired')), constraint "order_return_reason_check" check ("reason" in ('withdrawal', 'defective', 'wrong', 'other')), constraint "order_return_wants_check" check ("wants" in ('refund', 'replacement', 'repair')));`,
    );
    this.addSql(`create index "order_return_created_at_index" on "order_return" (created_at, id);`);
    this.addSql(`create index "order_return_state_index" on "order_return" (state, created_at, id);`);
    this.addSql(`create index "order_return_due_index" on "order_return" (refund_due, id);`);
    this.addSql(
      `create index "order_return_overdue_index" on "order_return" (refund_due) where state = 'received' and refund_due is not null;`,
    );
  }
}
