import { Migration } from '@mikro-orm/migrations';

/** Finds the entries of the audit trail that a search covers. */
export class AuditSearchIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "audit_entry_search_index";`);
    this.addSql(
      `create index concurrently "audit_entry_search_index" on "audit_entry" using gin (actor_name gin_trgm_ops, subject_name gin_trgm_ops);`,
    );
  }
}
