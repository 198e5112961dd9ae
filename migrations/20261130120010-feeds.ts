import { Migration } from '@mikro-orm/migrations';

/** Keeps the feeds of products, each at a secret address. */
export class Feeds extends Migration {
  override up(): void {
    this.addSql(
      `create table "feed" ("id" uuid not null, "format" text not null, "language" text not null, "currency" text not null, "country" text not null, "secret" text not null, "read_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`alter table "feed" add constraint "feed_secret_unique" unique ("secret");`);
  }
}
