import { Migration } from '@mikro-orm/migrations';

/** Allows the steps of returns in the history of orders. */
export class ReturnSteps extends Migration {
  override up(): void {
    this.addSql(`alter table "order_history" drop constraint "order_history_what_check";`);
    this.addSql(`alter table "order_history" add "return_id" uuid null;`);
    this.addSql(
      `alter table "order_history" add constraint "order_history_what_check" check ("what" in ('ordered', 'paid', 'failed', 'canceled', 'replaced', 'partlyRefunded', 'refunded', 'shipped', 'delivered', 'collected', 'disputed', 'refundFailed', 'partRefundFailed', 'disputeWon', 'disputeLost', 'withdrawn', 'returnRequested', 'returnApproved', 'returnRejected', 'returnCanceled', 'returnReceived', 'returnRefunded', 'returnReplaced', 'returnRepaired')) not valid;`,
    );
  }
}
