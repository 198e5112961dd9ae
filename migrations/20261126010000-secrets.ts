import { Migration } from '@mikro-orm/migrations';

/** Adds the keys that all processes of a shop share. */
export class Secrets extends Migration {
  override up(): void {
    this.addSql(`create table "secret" ("name" text not null, "value" text not null, primary key ("name"));`);
  }
}
