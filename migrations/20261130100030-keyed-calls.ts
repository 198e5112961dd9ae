import { Migration } from '@mikro-orm/migrations';

/** Remembers calls with an Idempotency-Key. */
export class KeyedCalls extends Migration {
  override up(): void {
    this.addSql(
      `create table "keyed_call" ("hash" text not null, "run_id" uuid not null, "body_hash" text not null, "answer" text null, "created_at" timestamptz not null default now(), primary key ("hash"));`,
    );
    this.addSql(`create index "keyed_call_created_at_index" on "keyed_call" ("created_at");`);
  }
}
