import { Migration } from '@mikro-orm/migrations';

/** Allows refunds that failed after they were done. */
export class FailedRefunds extends Migration {
  override up(): void {
    this.addSql(`alter table "refund" drop constraint "refund_state_check";`);
    this.addSql(
      `alter table "refund" add constraint "refund_state_check" check ("state" in ('requested', 'done', 'rejected', 'failed')) not valid;`,
    );
  }
}
