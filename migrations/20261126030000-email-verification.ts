import { Migration } from '@mikro-orm/migrations';

/** Adds the verification of emails. */
export class EmailVerification extends Migration {
  override up(): void {
    this.addSql(
      `create table "email_verification" ("token_hash" text not null, "user_id" uuid not null, "expires_at" timestamptz not null, "created_at" timestamptz not null default now(), primary key ("token_hash"));`,
    );
    this.addSql(`create index "email_verification_user_id_index" on "email_verification" ("user_id");`);
    this.addSql(`create index "email_verification_expires_at_index" on "email_verification" ("expires_at");`);
    this.addSql(
      `alter table "email_verification" add constraint "email_verification_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    // Existing accounts count as verified: the default fills them without writing a row, and is then dropped.
    this.addSql(`alter table "user_account" add "verified_at" timestamptz null default now();`);
    this.addSql(`alter table "user_account" alter column "verified_at" drop default;`);
  }
}
