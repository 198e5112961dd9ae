import { Migration } from '@mikro-orm/migrations';

/** Finds losses by day, and refunds that may still fail. */
export class LossIndexes extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "order_history_loss_index";`);
    this.addSql(
      `create index concurrently "order_history_loss_index" on "order_history" (what, date) include (order_id) where what in ('refundFailed', 'partRefundFailed', 'disputeWon', 'disputeLost');`,
    );
    this.addSql(`drop index concurrently if exists "refund_done_index";`);
    this.addSql(
      `create index concurrently "refund_done_index" on "refund" ("created_at", "id") include ("order_id") where state = 'done';`,
    );
  }
}
