import { Migration } from '@mikro-orm/migrations';

export class DropClientSecret extends Migration {
  override up(): void {
    this.addSql(`alter table "shop_order" drop column "client_secret";`);
  }
}
