import { Migration } from '@mikro-orm/migrations';

/** Lets orders keep what failed refunds and lost disputes changed. */
export class OrderLosses extends Migration {
  override up(): void {
    this.addSql(
      `alter table "shop_order" add "refunds_failed" bigint not null default '0', add "lost" bigint not null default '0', add "disputes" jsonb not null default '[]';`,
    );
  }
}
