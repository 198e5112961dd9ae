import { Migration } from '@mikro-orm/migrations';

/** Adds the counts of rate limits, which all API processes share if there is no Redis. */
export class RateLimitCounts extends Migration {
  override up(): void {
    // Unlogged, so that counting doesn't wait for the disk. A crash of PostgreSQL resets the counts.
    this.addSql(
      `create unlogged table "rate_limit_count" ("key" text not null, "points" int not null, "expire" bigint null, primary key ("key"));`,
    );
  }
}
