import { Migration } from '@mikro-orm/migrations';

export class ImportLineCount extends Migration {
  override up(): void {
    this.addSql(`alter table "catalogue_import" add "line_count" int not null default 0;`);
  }
}
