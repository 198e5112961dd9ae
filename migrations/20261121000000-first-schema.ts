import { Migration } from '@mikro-orm/migrations';

export class FirstSchema extends Migration {
  override up(): void {
    this.addSql(
      `create table "category" ("id" uuid not null, "name" text not null, "product_count" int not null default 0, primary key ("id"));`,
    );
    this.addSql(`create unique index "category_name_unique" on "category" (lower(name));`);

    this.addSql(
      `create table "outbox_event" ("id" uuid not null, "name" varchar(255) not null, "payload" jsonb not null, "created_at" timestamptz not null default now(), "enqueued_at" timestamptz null, "handled_by" text[] not null default '{}', "done_at" timestamptz null, "failure" text null, primary key ("id"));`,
    );
    this.addSql(`create index "outbox_event_waiting_index" on "outbox_event" ("id") where enqueued_at is null;`);
    this.addSql(
      `create index "outbox_event_unhandled_index" on "outbox_event" ("enqueued_at") where done_at is null and failure is null;`,
    );
    this.addSql(
      `create or replace function "outbox_event_outbox_event_notify_fn"() returns trigger as $$ begin PERFORM pg_notify('outbox', ''); RETURN NULL; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "outbox_event_notify" AFTER INSERT on "outbox_event" for each STATEMENT execute function "outbox_event_outbox_event_notify_fn"();`,
    );

    this.addSql(
      `create table "payment_event" ("id" text not null, "type" text not null, "payment_intent_id" text null, "received_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "payment_event_payment_intent_id_index" on "payment_event" ("payment_intent_id");`);

    this.addSql(
      `create table "product" ("id" uuid not null, "title" text not null, "description" text not null, "price_cents" int not null, "image" text not null, "image_state" text not null default 'processing', "image_failure" text null, "image_widths" int[] not null default '{}', "pending_upload" text null, "category_id" uuid not null, "all_ratings" smallint[] not null default '{}', "rating" double precision not null default 0, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "product_category_id_index" on "product" ("category_id");`);
    this.addSql(`alter table "product" add constraint "product_price_cents_check" check (price_cents >= 0);`);
    this.addSql(
      `alter table "product" add constraint "product_image_state_check" check ("image_state" in ('processing', 'ready', 'failed'));`,
    );

    this.addSql(
      `create table "comment" ("id" uuid not null, "product_id" uuid not null, "author" text not null, "content" text not null, "approved" boolean not null default false, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "comment_product_id_index" on "comment" ("product_id");`);

    this.addSql(
      `create table "user_account" ("id" uuid not null, "email" text not null, "username" text not null, "password_hash" text not null, "first_name" text not null default '', "last_name" text not null default '', "gender" text not null default '', "address" text not null default '', "city" text not null default '', "post_code" text not null default '', "phone_number" text not null default '', "avatar" text not null default '', "active" boolean not null default true, "role" text not null default 'user', "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create unique index "user_account_email_unique" on "user_account" (lower(email));`);
    this.addSql(`create unique index "user_account_username_unique" on "user_account" (lower(username));`);
    this.addSql(
      `alter table "user_account" add constraint "user_account_gender_check" check ("gender" in ('male', 'female', ''));`,
    );
    this.addSql(
      `alter table "user_account" add constraint "user_account_role_check" check ("role" in ('admin', 'user'));`,
    );

    this.addSql(
      `create table "session" ("token_hash" text not null, "user_id" uuid not null, "created_at" timestamptz not null default now(), "expires_at" timestamptz not null, primary key ("token_hash"));`,
    );
    this.addSql(`create index "session_user_id_index" on "session" ("user_id");`);
    this.addSql(`create index "session_expires_at_index" on "session" ("expires_at");`);

    this.addSql(
      `create table "rating" ("id" uuid not null, "product_id" uuid not null, "user_id" uuid null, "rate" smallint not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "rating_user_id_index" on "rating" ("user_id");`);
    this.addSql(`alter table "rating" add constraint "rating_product_user_unique" unique ("product_id", "user_id");`);
    this.addSql(`alter table "rating" add constraint "rating_rate_check" check ((rate >= 1) and (rate <= 5));`);

    this.addSql(
      `create table "shop_order" ("id" uuid not null, "number" serial, "user_id" uuid null, "state" text not null default 'pending', "currency" text not null, "amount" bigint not null, "cart_fingerprint" text not null, "payment_intent_id" text null, "client_secret" text null, "created_at" timestamptz not null default now(), "checked_at" timestamptz not null default now(), primary key ("id"));`,
    );
    // Shoppers see these numbers; starting at 1 would look like the first order.
    this.addSql(`alter sequence "shop_order_number_seq" restart with 1001;`);
    this.addSql(`alter table "shop_order" add constraint "shop_order_number_unique" unique ("number");`);
    this.addSql(`create index "shop_order_user_id_index" on "shop_order" ("user_id");`);
    this.addSql(
      `alter table "shop_order" add constraint "shop_order_payment_intent_id_unique" unique ("payment_intent_id");`,
    );
    this.addSql(`create index "shop_order_pending_index" on "shop_order" ("checked_at") where state = 'pending';`);
    this.addSql(
      `alter table "shop_order" add constraint "shop_order_state_check" check ("state" in ('pending', 'paid', 'failed', 'canceled', 'refunded'));`,
    );
    this.addSql(
      `alter table "shop_order" add constraint "shop_order_currency_check" check ("currency" in ('EUR', 'USD', 'RSD'));`,
    );

    this.addSql(
      `create table "order_line" ("id" uuid not null, "order_id" uuid not null, "product_id" uuid not null, "title" text not null, "unit_price_cents" int not null, "count" smallint not null, primary key ("id"));`,
    );
    this.addSql(`create index "order_line_order_id_index" on "order_line" ("order_id");`);

    this.addSql(
      `alter table "product" add constraint "product_category_id_foreign" foreign key ("category_id") references "category" ("id") on delete restrict;`,
    );

    this.addSql(
      `alter table "comment" add constraint "comment_product_id_foreign" foreign key ("product_id") references "product" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "session" add constraint "session_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "rating" add constraint "rating_product_id_foreign" foreign key ("product_id") references "product" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "rating" add constraint "rating_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete set null;`,
    );

    this.addSql(
      `alter table "shop_order" add constraint "shop_order_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete set null;`,
    );

    this.addSql(
      `alter table "order_line" add constraint "order_line_order_id_foreign" foreign key ("order_id") references "shop_order" ("id") on delete cascade;`,
    );
  }
}
