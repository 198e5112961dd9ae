import { Migration } from '@mikro-orm/migrations';

/** Finds the counts of rate limits whose time is over. */
export class RateLimitExpiryIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "rate_limit_count_expire_index";`);
    this.addSql(`create index concurrently "rate_limit_count_expire_index" on "rate_limit_count" ("expire");`);
  }
}
