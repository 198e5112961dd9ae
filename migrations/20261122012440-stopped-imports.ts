import { Migration } from '@mikro-orm/migrations';

export class StoppedImports extends Migration {
  override up(): void {
    this.addSql(`alter table "catalogue_import" drop constraint "catalogue_import_state_check";`);
    this.addSql(
      `alter table "catalogue_import" add constraint "catalogue_import_state_check" check ("state" in ('waiting', 'running', 'stopped', 'done', 'failed'));`,
    );
  }
}
