import { Migration } from '@mikro-orm/migrations';

/** Keeps what the EU's service has said about VAT ids for a while. */
export class VatAnswers extends Migration {
  override up(): void {
    this.addSql(
      `create table "vat_answer" ("vat_id" text not null, "requester" text not null, "is_valid" boolean not null, "consultation_number" text not null, "answered_at" timestamptz not null default now(), primary key ("vat_id", "requester"));`,
    );
  }
}
