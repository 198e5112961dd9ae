import { Migration } from '@mikro-orm/migrations';

export class Account extends Migration {
  override up(): void {
    this.addSql(
      `create table "password_reset_request" ("id" uuid not null, "email" text not null, "user_id" uuid null, "token_hashes" text[] not null default '{}', "expires_at" timestamptz null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "password_reset_request_user_id_index" on "password_reset_request" ("user_id");`);
    this.addSql(
      `create unique index "password_reset_request_email_unique" on "password_reset_request" (lower(email));`,
    );

    this.addSql(
      `alter table "user_account" add "avatar_widths" int[] not null default '{}', add "avatar_state" text not null default 'ready', add "pending_avatar" text null;`,
    );
    this.addSql(
      `alter table "user_account" add constraint "user_account_avatar_state_check" check ("avatar_state" in ('processing', 'ready', 'failed'));`,
    );

    this.addSql(
      `alter table "password_reset_request" add constraint "password_reset_request_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
  }
}
