import { Migration } from '@mikro-orm/migrations';

/** Adds the duties that don't apply to the shop, and why. */
export class DutyExemptions extends Migration {
  override up(): void {
    this.addSql(
      `create table "duty_exemption" ("code" text not null, "reason" text not null, "created_at" timestamptz not null default now(), primary key ("code"));`,
    );
  }
}
