import { Migration } from '@mikro-orm/migrations';

/** The endpoints of a merchant's tools, what they are sent, and how each try went. */
export class Webhooks extends Migration {
  override up(): void {
    this.addSql(
      `create table "webhook" ("id" uuid not null, "url" text not null, "events" text[] not null, "is_active" boolean not null, "secret" text not null, "former_secret" text null, "former_secret_until" timestamptz null, "author_id" uuid null, "created_at" timestamptz not null default now(), "failing_since" timestamptz null, "switched_off" text null, primary key ("id"));`,
    );
    this.addSql(`create index "webhook_author_index" on "webhook" ("author_id");`);
    this.addSql(
      `create table "webhook_delivery" ("id" uuid not null, "webhook_id" uuid not null, "event" text not null, "event_id" uuid not null, "object_id" uuid not null, "body" text not null, "is_demanded" boolean not null default false, "state" text not null default 'waiting', "tries" int not null default 0, "step" int not null default 0, "next_at" timestamptz null default now(), "created_at" timestamptz not null default now(), "changed_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `create index "webhook_delivery_due_index" on "webhook_delivery" ("webhook_id", "next_at") where next_at is not null;`,
    );
    this.addSql(
      `create index "webhook_delivery_demanded_index" on "webhook_delivery" ("webhook_id", "next_at") where next_at is not null and is_demanded;`,
    );
    this.addSql(`create index "webhook_delivery_changed_index" on "webhook_delivery" ("changed_at");`);
    this.addSql(
      `alter table "webhook_delivery" add constraint "webhook_delivery_unique" unique ("webhook_id", "event_id", "object_id");`,
    );
    this.addSql(
      `create table "webhook_try" ("id" uuid not null, "delivery_id" uuid not null, "webhook_id" uuid not null, "number" int not null, "status" int null, "duration_ms" int not null, "response" text not null, "failure" text null, "started_at" timestamptz not null, "next_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "webhook_try_started_index" on "webhook_try" ("started_at");`);
    this.addSql(`create index "webhook_try_listed_index" on "webhook_try" ("webhook_id", "id");`);
    this.addSql(
      `alter table "webhook" add constraint "webhook_author_id_foreign" foreign key ("author_id") references "user_account" ("id") on delete set null;`,
    );
  }
}
