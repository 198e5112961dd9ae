import { Migration } from '@mikro-orm/migrations';

/** Dates a rating when it is stored: the product's lock orders concurrent ratings, not the begin of their transactions. */
export class RatingOrder extends Migration {
  override up(): void {
    this.addSql(`alter table "rating" alter column "created_at" set default clock_timestamp();`);
  }
}
