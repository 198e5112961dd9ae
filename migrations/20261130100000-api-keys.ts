import { Migration } from '@mikro-orm/migrations';

/** Holds the keys by which other programs call the API. */
export class ApiKeys extends Migration {
  override up(): void {
    this.addSql(
      `create table "api_key" ("id" uuid not null, "name" text not null, "token_hash" text not null, "prefix" text not null, "scopes" text[] not null, "author_id" uuid null, "expires_at" timestamptz null, "last_used_at" timestamptz null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`alter table "api_key" add constraint "api_key_token_hash_unique" unique ("token_hash");`);
    this.addSql(`create index "api_key_author_id_index" on "api_key" ("author_id");`);
    this.addSql(
      `alter table "api_key" add constraint "api_key_author_id_foreign" foreign key ("author_id") references "user_account" ("id") on delete set null;`,
    );
  }
}
