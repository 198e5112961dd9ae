import { Migration } from '@mikro-orm/migrations';

/** Notes the API key that requested an import. */
export class KeysOfImports extends Migration {
  override up(): void {
    this.addSql(`alter table "catalogue_import" add "key_name" text null;`);
  }
}
