import { Migration } from '@mikro-orm/migrations';

/** Lets orders keep the versions of the pages that were in force. */
export class OrderTexts extends Migration {
  override up(): void {
    this.addSql(`alter table "shop_order" add "texts" jsonb not null default '[]';`);
  }
}
