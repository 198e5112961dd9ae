import { Migration } from '@mikro-orm/migrations';

/** Allows steps of failed refunds and of disputes that end. */
export class LossSteps extends Migration {
  override up(): void {
    this.addSql(`alter table "order_history" drop constraint "order_history_what_check";`);
    this.addSql(
      `alter table "order_history" add constraint "order_history_what_check" check ("what" in ('ordered', 'paid', 'failed', 'canceled', 'replaced', 'partlyRefunded', 'refunded', 'shipped', 'delivered', 'collected', 'disputed', 'refundFailed', 'partRefundFailed', 'disputeWon', 'disputeLost')) not valid;`,
    );
  }
}
