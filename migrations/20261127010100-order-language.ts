import { Migration } from '@mikro-orm/migrations';

/** Gives orders the language of their payment. */
export class OrderLanguage extends Migration {
  override up(): void {
    this.addSql(`alter table "shop_order" add "language" text not null default 'en';`);
  }
}
