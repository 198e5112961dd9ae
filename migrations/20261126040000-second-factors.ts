import { Migration } from '@mikro-orm/migrations';

/** Adds second factors, and when a session was last authenticated. */
export class SecondFactors extends Migration {
  override up(): void {
    this.addSql(`create table "recovery_code" ("hash" text not null, "user_id" uuid not null, primary key ("hash"));`);
    this.addSql(`create index "recovery_code_user_id_index" on "recovery_code" ("user_id");`);
    this.addSql(
      `create table "passkey" ("id" uuid not null, "user_id" uuid not null, "name" text not null, "credential_id" text not null, "public_key" text not null, "counter" bigint not null default '0', "transports" text[] not null default '{}', "created_at" timestamptz not null default now(), "last_used_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "passkey_user_id_index" on "passkey" ("user_id");`);
    this.addSql(`alter table "passkey" add constraint "passkey_credential_id_unique" unique ("credential_id");`);
    this.addSql(
      `create table "authenticator_app" ("user_id" uuid not null, "secret" text not null, "confirmed_at" timestamptz null, "last_step" int null, "created_at" timestamptz not null default now(), primary key ("user_id"));`,
    );
    this.addSql(
      `create table "authentication_challenge" ("hash" text not null, "purpose" text not null, "user_id" uuid null, "expires_at" timestamptz not null, primary key ("hash"));`,
    );
    this.addSql(`create index "authentication_challenge_user_id_index" on "authentication_challenge" ("user_id");`);
    this.addSql(
      `create index "authentication_challenge_expires_at_index" on "authentication_challenge" ("expires_at");`,
    );
    this.addSql(`alter table "session" add "reauthenticated_at" timestamptz null;`);
    this.addSql(
      `alter table "recovery_code" add constraint "recovery_code_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "passkey" add constraint "passkey_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "authenticator_app" add constraint "authenticator_app_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "authentication_challenge" add constraint "authentication_challenge_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "authentication_challenge" add constraint "authentication_challenge_purpose_check" check ("purpose" in ('secondStep', 'passkeyLogin', 'newPasskey', 'reauthentication'));`,
    );
  }
}
