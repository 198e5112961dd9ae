import { Migration } from '@mikro-orm/migrations';

/** Lets entries of the audit trail name an API key. */
export class AuditedKeys extends Migration {
  override up(): void {
    this.addSql(`alter table "audit_entry" add "key_name" text null;`);
  }
}
