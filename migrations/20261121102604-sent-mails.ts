import { Migration } from '@mikro-orm/migrations';

export class SentMails extends Migration {
  override up(): void {
    this.addSql(
      `create table "sent_mail" ("reference" text not null, "sent_at" timestamptz not null default now(), primary key ("reference"));`,
    );
  }
}
