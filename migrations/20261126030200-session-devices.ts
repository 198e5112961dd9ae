import { Migration } from '@mikro-orm/migrations';

/** Adds where a session began, and the day of its last use. */
export class SessionDevices extends Migration {
  override up(): void {
    this.addSql(
      `alter table "session" add "user_agent" text null, add "network" text null, add "last_used_on" date null;`,
    );
  }
}
